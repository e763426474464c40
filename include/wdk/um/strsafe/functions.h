// The functions for one character type; strsafe.h includes this once for each.

// Length of a string that ends within `max` characters.
FORCEINLINE HRESULT DRYDOCK_STR(StringCchLength)(const DRYDOCK_STR_CHAR* s, size_t max,
                                                 size_t* length) {
  size_t n = 0;
  if (s && max <= STRSAFE_MAX_CCH)
    while (n < max && s[n]) ++n;
  if (!s || max > STRSAFE_MAX_CCH || n == max) {
    if (length) *length = 0;
    return STRSAFE_E_INVALID_PARAMETER;
  }
  if (length) *length = n;
  return S_OK;
}

// What the extended functions add: the rest of the buffer, and filling.
FORCEINLINE HRESULT DRYDOCK_STR(drydock_str_finish)(DRYDOCK_STR_CHAR* d, size_t cch, size_t used,
                                                    HRESULT hr, DRYDOCK_STR_CHAR** end,
                                                    size_t* remaining, DWORD flags) {
  if (d && cch) {
    if (FAILED(hr)) {
      if (flags & STRSAFE_FILL_ON_FAILURE) {
        memset(d, (int)(flags & 0xFF), cch * sizeof(DRYDOCK_STR_CHAR));
        if ((flags & 0xFF) == 0) {
          used = 0;
        } else {
          used = cch - 1;
          d[used] = 0;
        }
      }
      if ((flags & (STRSAFE_NULL_ON_FAILURE | STRSAFE_NO_TRUNCATION))) {
        d[0] = 0;
        used = 0;
      }
    } else if ((flags & STRSAFE_FILL_BEHIND_NULL) && cch > used + 1) {
      memset(d + used + 1, (int)(flags & 0xFF), (cch - used - 1) * sizeof(DRYDOCK_STR_CHAR));
    }
  }
  if (SUCCEEDED(hr) || hr == STRSAFE_E_INSUFFICIENT_BUFFER) {
    if (end) *end = d ? d + used : d;
    if (remaining) *remaining = cch - used;
  }
  return hr;
}

// Copies at most `max` characters to position `at` and terminates.
FORCEINLINE HRESULT DRYDOCK_STR(drydock_str_put)(DRYDOCK_STR_CHAR* d, size_t cch, size_t at,
                                                 const DRYDOCK_STR_CHAR* s, size_t max,
                                                 size_t* used) {
  size_t i = 0;
  *used = 0;
  if (!d || !cch || cch > STRSAFE_MAX_CCH) return STRSAFE_E_INVALID_PARAMETER;
  while (i < max && s[i]) {
    if (at + i + 1 >= cch) {
      d[cch - 1] = 0;
      *used = cch - 1;
      return STRSAFE_E_INSUFFICIENT_BUFFER;
    }
    d[at + i] = s[i];
    ++i;
  }
  d[at + i] = 0;
  *used = at + i;
  return S_OK;
}

FORCEINLINE HRESULT DRYDOCK_STR(StringCchCopyNEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                  const DRYDOCK_STR_CHAR* s, size_t max,
                                                  DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                  DWORD flags) {
  static const DRYDOCK_STR_CHAR empty[1] = {0};
  size_t used;
  HRESULT hr;
  if ((flags & STRSAFE_IGNORE_NULLS) && !s) s = empty;
  if ((flags & STRSAFE_IGNORE_NULLS) && !d && !cch && !s[0]) {
    if (end) *end = d;
    if (remaining) *remaining = 0;
    return S_OK;
  }
  hr = DRYDOCK_STR(drydock_str_put)(d, cch, 0, s, max, &used);
  return DRYDOCK_STR(drydock_str_finish)(d, cch, used, hr, end, remaining, flags);
}

FORCEINLINE HRESULT DRYDOCK_STR(StringCchCatNEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                 const DRYDOCK_STR_CHAR* s, size_t max,
                                                 DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                 DWORD flags) {
  static const DRYDOCK_STR_CHAR empty[1] = {0};
  size_t at, used;
  HRESULT hr = DRYDOCK_STR(StringCchLength)(d, cch, &at);
  if (FAILED(hr)) return hr;
  if ((flags & STRSAFE_IGNORE_NULLS) && !s) s = empty;
  hr = DRYDOCK_STR(drydock_str_put)(d, cch, at, s, max, &used);
  return DRYDOCK_STR(drydock_str_finish)(d, cch, used, hr, end, remaining, flags);
}

FORCEINLINE HRESULT DRYDOCK_STR(StringCchVPrintfEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                    DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                    DWORD flags, const DRYDOCK_STR_CHAR* format,
                                                    va_list args) {
  size_t used;
  int n;
  HRESULT hr = S_OK;
  if (!d || !cch || cch > STRSAFE_MAX_CCH) return STRSAFE_E_INVALID_PARAMETER;
  n = DRYDOCK_STR_FORMAT(d, cch - 1, format, args);
  used = (size_t)n;
  if (n < 0 || (size_t)n > cch - 1) {
    used = cch - 1;
    hr = STRSAFE_E_INSUFFICIENT_BUFFER;
  }
  d[used] = 0;
  return DRYDOCK_STR(drydock_str_finish)(d, cch, used, hr, end, remaining, flags);
}

FORCEINLINE HRESULT DRYDOCK_STR(StringCchCopyEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                 const DRYDOCK_STR_CHAR* s, DRYDOCK_STR_CHAR** end,
                                                 size_t* remaining, DWORD flags) {
  return DRYDOCK_STR(StringCchCopyNEx)(d, cch, s, STRSAFE_MAX_CCH, end, remaining, flags);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchCopyN)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                const DRYDOCK_STR_CHAR* s, size_t max) {
  return DRYDOCK_STR(StringCchCopyNEx)(d, cch, s, max, NULL, NULL, 0);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchCopy)(DRYDOCK_STR_CHAR* d, size_t cch,
                                               const DRYDOCK_STR_CHAR* s) {
  return DRYDOCK_STR(StringCchCopyNEx)(d, cch, s, STRSAFE_MAX_CCH, NULL, NULL, 0);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchCatEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                const DRYDOCK_STR_CHAR* s, DRYDOCK_STR_CHAR** end,
                                                size_t* remaining, DWORD flags) {
  return DRYDOCK_STR(StringCchCatNEx)(d, cch, s, STRSAFE_MAX_CCH, end, remaining, flags);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchCatN)(DRYDOCK_STR_CHAR* d, size_t cch,
                                               const DRYDOCK_STR_CHAR* s, size_t max) {
  return DRYDOCK_STR(StringCchCatNEx)(d, cch, s, max, NULL, NULL, 0);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchCat)(DRYDOCK_STR_CHAR* d, size_t cch,
                                              const DRYDOCK_STR_CHAR* s) {
  return DRYDOCK_STR(StringCchCatNEx)(d, cch, s, STRSAFE_MAX_CCH, NULL, NULL, 0);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCchVPrintf)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                  const DRYDOCK_STR_CHAR* format, va_list args) {
  return DRYDOCK_STR(StringCchVPrintfEx)(d, cch, NULL, NULL, 0, format, args);
}

// Functions with a variable number of arguments cannot be inlined.
static __inline__ HRESULT DRYDOCK_STR(StringCchPrintf)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                       const DRYDOCK_STR_CHAR* format, ...) {
  HRESULT hr;
  va_list args;
  va_start(args, format);
  hr = DRYDOCK_STR(StringCchVPrintf)(d, cch, format, args);
  va_end(args);
  return hr;
}
static __inline__ HRESULT DRYDOCK_STR(StringCchPrintfEx)(DRYDOCK_STR_CHAR* d, size_t cch,
                                                         DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                         DWORD flags,
                                                         const DRYDOCK_STR_CHAR* format, ...) {
  HRESULT hr;
  va_list args;
  va_start(args, format);
  hr = DRYDOCK_STR(StringCchVPrintfEx)(d, cch, end, remaining, flags, format, args);
  va_end(args);
  return hr;
}

// The same with sizes in bytes.
#define DRYDOCK_CCH(cb) ((cb) / sizeof(DRYDOCK_STR_CHAR))
FORCEINLINE HRESULT DRYDOCK_STR(StringCbLength)(const DRYDOCK_STR_CHAR* s, size_t max,
                                                size_t* length) {
  size_t n;
  HRESULT hr = DRYDOCK_STR(StringCchLength)(s, DRYDOCK_CCH(max), &n);
  if (length) *length = n * sizeof(DRYDOCK_STR_CHAR);
  return hr;
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCopyNEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                 const DRYDOCK_STR_CHAR* s, size_t max,
                                                 DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                 DWORD flags) {
  size_t rest = 0;
  HRESULT hr =
      DRYDOCK_STR(StringCchCopyNEx)(d, DRYDOCK_CCH(cb), s, DRYDOCK_CCH(max), end, &rest, flags);
  if (remaining) *remaining = rest * sizeof(DRYDOCK_STR_CHAR) + cb % sizeof(DRYDOCK_STR_CHAR);
  return hr;
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCatNEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                const DRYDOCK_STR_CHAR* s, size_t max,
                                                DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                DWORD flags) {
  size_t rest = 0;
  HRESULT hr =
      DRYDOCK_STR(StringCchCatNEx)(d, DRYDOCK_CCH(cb), s, DRYDOCK_CCH(max), end, &rest, flags);
  if (remaining) *remaining = rest * sizeof(DRYDOCK_STR_CHAR) + cb % sizeof(DRYDOCK_STR_CHAR);
  return hr;
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbVPrintfEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                   DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                   DWORD flags, const DRYDOCK_STR_CHAR* format,
                                                   va_list args) {
  size_t rest = 0;
  HRESULT hr = DRYDOCK_STR(StringCchVPrintfEx)(d, DRYDOCK_CCH(cb), end, &rest, flags, format, args);
  if (remaining) *remaining = rest * sizeof(DRYDOCK_STR_CHAR) + cb % sizeof(DRYDOCK_STR_CHAR);
  return hr;
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCopyEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                const DRYDOCK_STR_CHAR* s, DRYDOCK_STR_CHAR** end,
                                                size_t* remaining, DWORD flags) {
  return DRYDOCK_STR(StringCbCopyNEx)(d, cb, s, (size_t)STRSAFE_MAX_CCH * 2, end, remaining, flags);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCopyN)(DRYDOCK_STR_CHAR* d, size_t cb,
                                               const DRYDOCK_STR_CHAR* s, size_t max) {
  return DRYDOCK_STR(StringCchCopyN)(d, DRYDOCK_CCH(cb), s, DRYDOCK_CCH(max));
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCopy)(DRYDOCK_STR_CHAR* d, size_t cb,
                                              const DRYDOCK_STR_CHAR* s) {
  return DRYDOCK_STR(StringCchCopy)(d, DRYDOCK_CCH(cb), s);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCatEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                               const DRYDOCK_STR_CHAR* s, DRYDOCK_STR_CHAR** end,
                                               size_t* remaining, DWORD flags) {
  return DRYDOCK_STR(StringCbCatNEx)(d, cb, s, (size_t)STRSAFE_MAX_CCH * 2, end, remaining, flags);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCatN)(DRYDOCK_STR_CHAR* d, size_t cb,
                                              const DRYDOCK_STR_CHAR* s, size_t max) {
  return DRYDOCK_STR(StringCchCatN)(d, DRYDOCK_CCH(cb), s, DRYDOCK_CCH(max));
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbCat)(DRYDOCK_STR_CHAR* d, size_t cb,
                                             const DRYDOCK_STR_CHAR* s) {
  return DRYDOCK_STR(StringCchCat)(d, DRYDOCK_CCH(cb), s);
}
FORCEINLINE HRESULT DRYDOCK_STR(StringCbVPrintf)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                 const DRYDOCK_STR_CHAR* format, va_list args) {
  return DRYDOCK_STR(StringCchVPrintf)(d, DRYDOCK_CCH(cb), format, args);
}
static __inline__ HRESULT DRYDOCK_STR(StringCbPrintf)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                      const DRYDOCK_STR_CHAR* format, ...) {
  HRESULT hr;
  va_list args;
  va_start(args, format);
  hr = DRYDOCK_STR(StringCchVPrintf)(d, DRYDOCK_CCH(cb), format, args);
  va_end(args);
  return hr;
}
static __inline__ HRESULT DRYDOCK_STR(StringCbPrintfEx)(DRYDOCK_STR_CHAR* d, size_t cb,
                                                        DRYDOCK_STR_CHAR** end, size_t* remaining,
                                                        DWORD flags, const DRYDOCK_STR_CHAR* format,
                                                        ...) {
  HRESULT hr;
  va_list args;
  va_start(args, format);
  hr = DRYDOCK_STR(StringCbVPrintfEx)(d, cb, end, remaining, flags, format, args);
  va_end(args);
  return hr;
}
#undef DRYDOCK_CCH
