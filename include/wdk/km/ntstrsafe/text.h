// The string functions for one character type: included once with CHAR and once with WCHAR.
// DRYDOCK_CH is the character, DRYDOCK_FN(prefix) appends A or W, DRYDOCK_FORMAT formats into a
// buffer.

#define DRYDOCK_CSTR const DRYDOCK_CH*

// Length of `text`, looking at no more than `limit` characters; fails when there is no terminator.
FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_length)(DRYDOCK_CSTR text, size_t limit, size_t* length) {
  size_t n = 0;
  if (text == NULL || limit == 0 || limit > NTSTRSAFE_MAX_CCH) {
    if (length != NULL) *length = 0;
    return STATUS_INVALID_PARAMETER;
  }
  while (n < limit && text[n] != 0) ++n;
  if (n == limit) {
    if (length != NULL) *length = 0;
    return STATUS_INVALID_PARAMETER;
  }
  if (length != NULL) *length = n;
  return STATUS_SUCCESS;
}

// What the Ex functions do on the way out: fill, report the end and the room left.
FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_finish)(DRYDOCK_CH* dest, size_t cch, size_t used,
                                                DRYDOCK_CH** end, size_t* left, ULONG flags,
                                                NTSTATUS status) {
  if (NT_SUCCESS(status)) {
    if ((flags & STRSAFE_FILL_BEHIND_NULL) != 0 && cch > used + 1) {
      memset(dest + used + 1, (int)(flags & 0xff), (cch - used - 1) * sizeof(DRYDOCK_CH));
    }
  } else if (cch > 0 && dest != NULL) {
    if ((flags & STRSAFE_FILL_ON_FAILURE) != 0) {
      memset(dest, (int)(flags & 0xff), cch * sizeof(DRYDOCK_CH));
      used = (flags & 0xff) == 0 ? 0 : cch - 1;
      dest[cch - 1] = 0;
    }
    if ((flags & (STRSAFE_NULL_ON_FAILURE | STRSAFE_NO_TRUNCATION)) != 0) {
      dest[0] = 0;
      used = 0;
    }
  }
  if (end != NULL) *end = dest == NULL ? NULL : dest + used;
  if (left != NULL) *left = cch > used ? cch - used : 0;
  return status;
}

// Appends at most `count` characters of `source` at position `used`; truncates and says so.
FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_append)(DRYDOCK_CH* dest, size_t cch, size_t used,
                                                DRYDOCK_CSTR source, size_t count, DRYDOCK_CH** end,
                                                size_t* left, ULONG flags) {
  size_t n = 0;
  if (source == NULL) {
    if ((flags & STRSAFE_IGNORE_NULLS) == 0) return STATUS_INVALID_PARAMETER;
    count = 0;
  }
  if (cch > NTSTRSAFE_MAX_CCH || (cch == 0 && (dest != NULL || (count > 0 && source[0] != 0)))) {
    return cch > NTSTRSAFE_MAX_CCH || dest == NULL ? STATUS_INVALID_PARAMETER
                                                   : STATUS_BUFFER_OVERFLOW;
  }
  if (dest == NULL)
    return (flags & STRSAFE_IGNORE_NULLS) != 0 && cch == 0 ? STATUS_SUCCESS
                                                           : STATUS_INVALID_PARAMETER;
  while (used + n + 1 < cch && n < count && source[n] != 0) {
    dest[used + n] = source[n];
    ++n;
  }
  dest[used + n] = 0;
  return DRYDOCK_FN(drydock_finish)(
      dest, cch, used + n, end, left, flags,
      n < count && source[n] != 0 ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS);
}

FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_concatenate)(DRYDOCK_CH* dest, size_t cch,
                                                     DRYDOCK_CSTR source, size_t count,
                                                     DRYDOCK_CH** end, size_t* left, ULONG flags) {
  size_t used = 0;
  NTSTATUS status = DRYDOCK_FN(drydock_length)(dest, cch, &used);
  if (!NT_SUCCESS(status)) return status;
  return DRYDOCK_FN(drydock_append)(dest, cch, used, source, count, end, left, flags);
}

FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_print)(DRYDOCK_CH* dest, size_t cch, DRYDOCK_CH** end,
                                               size_t* left, ULONG flags, DRYDOCK_CSTR format,
                                               va_list arguments) {
  int written;
  size_t used;
  if (dest == NULL || cch == 0 || cch > NTSTRSAFE_MAX_CCH) return STATUS_INVALID_PARAMETER;
  if (format == NULL) {
    if ((flags & STRSAFE_IGNORE_NULLS) == 0) return STATUS_INVALID_PARAMETER;
    dest[0] = 0;
    return DRYDOCK_FN(drydock_finish)(dest, cch, 0, end, left, flags, STATUS_SUCCESS);
  }
  written = DRYDOCK_FORMAT(dest, cch, format, arguments);
  dest[cch - 1] = 0;
  used = written < 0 || (size_t)written >= cch ? cch - 1 : (size_t)written;
  return DRYDOCK_FN(drydock_finish)(
      dest, cch, used, end, left, flags,
      written < 0 || (size_t)written >= cch ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS);
}

// Counts in characters.
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCopy)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                  DRYDOCK_CSTR pszSrc) {
  return DRYDOCK_FN(drydock_append)(pszDest, cchDest, 0, pszSrc, NTSTRSAFE_MAX_CCH, NULL, NULL, 0);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCopyEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                    DRYDOCK_CSTR pszSrc, DRYDOCK_CH** ppszDestEnd,
                                                    size_t* pcchRemaining, ULONG dwFlags) {
  return DRYDOCK_FN(drydock_append)(pszDest, cchDest, 0, pszSrc, NTSTRSAFE_MAX_CCH, ppszDestEnd,
                                    pcchRemaining, dwFlags);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCopyN)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                   DRYDOCK_CSTR pszSrc, size_t cchToCopy) {
  return DRYDOCK_FN(drydock_append)(pszDest, cchDest, 0, pszSrc, cchToCopy, NULL, NULL, 0);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCopyNEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                     DRYDOCK_CSTR pszSrc, size_t cchToCopy,
                                                     DRYDOCK_CH** ppszDestEnd,
                                                     size_t* pcchRemaining, ULONG dwFlags) {
  return DRYDOCK_FN(drydock_append)(pszDest, cchDest, 0, pszSrc, cchToCopy, ppszDestEnd,
                                    pcchRemaining, dwFlags);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCat)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                 DRYDOCK_CSTR pszSrc) {
  return DRYDOCK_FN(drydock_concatenate)(pszDest, cchDest, pszSrc, NTSTRSAFE_MAX_CCH, NULL, NULL,
                                         0);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCatEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                   DRYDOCK_CSTR pszSrc, DRYDOCK_CH** ppszDestEnd,
                                                   size_t* pcchRemaining, ULONG dwFlags) {
  return DRYDOCK_FN(drydock_concatenate)(pszDest, cchDest, pszSrc, NTSTRSAFE_MAX_CCH, ppszDestEnd,
                                         pcchRemaining, dwFlags);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCatN)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                  DRYDOCK_CSTR pszSrc, size_t cchToAppend) {
  return DRYDOCK_FN(drydock_concatenate)(pszDest, cchDest, pszSrc, cchToAppend, NULL, NULL, 0);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchCatNEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                    DRYDOCK_CSTR pszSrc, size_t cchToAppend,
                                                    DRYDOCK_CH** ppszDestEnd, size_t* pcchRemaining,
                                                    ULONG dwFlags) {
  return DRYDOCK_FN(drydock_concatenate)(pszDest, cchDest, pszSrc, cchToAppend, ppszDestEnd,
                                         pcchRemaining, dwFlags);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchVPrintf)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                     DRYDOCK_CSTR pszFormat, va_list argList) {
  return DRYDOCK_FN(drydock_print)(pszDest, cchDest, NULL, NULL, 0, pszFormat, argList);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchVPrintfEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                       DRYDOCK_CH** ppszDestEnd,
                                                       size_t* pcchRemaining, ULONG dwFlags,
                                                       DRYDOCK_CSTR pszFormat, va_list argList) {
  return DRYDOCK_FN(drydock_print)(pszDest, cchDest, ppszDestEnd, pcchRemaining, dwFlags, pszFormat,
                                   argList);
}
DRYDOCK_VARIADIC NTSTATUS DRYDOCK_FN(RtlStringCchPrintf)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                         DRYDOCK_CSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status = DRYDOCK_FN(drydock_print)(pszDest, cchDest, NULL, NULL, 0, pszFormat, arguments);
  va_end(arguments);
  return status;
}
DRYDOCK_VARIADIC NTSTATUS DRYDOCK_FN(RtlStringCchPrintfEx)(DRYDOCK_CH* pszDest, size_t cchDest,
                                                           DRYDOCK_CH** ppszDestEnd,
                                                           size_t* pcchRemaining, ULONG dwFlags,
                                                           DRYDOCK_CSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status = DRYDOCK_FN(drydock_print)(pszDest, cchDest, ppszDestEnd, pcchRemaining, dwFlags,
                                     pszFormat, arguments);
  va_end(arguments);
  return status;
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCchLength)(DRYDOCK_CSTR psz, size_t cchMax,
                                                    size_t* pcchLength) {
  return DRYDOCK_FN(drydock_length)(psz, cchMax, pcchLength);
}

// Counts in bytes.
FORCEINLINE NTSTATUS DRYDOCK_FN(drydock_bytes_left)(NTSTATUS status, size_t cb, size_t* left) {
  if (left != NULL) *left = *left * sizeof(DRYDOCK_CH) + cb % sizeof(DRYDOCK_CH);
  return status;
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCopy)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                 DRYDOCK_CSTR pszSrc) {
  return DRYDOCK_FN(RtlStringCchCopy)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCopyEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                   DRYDOCK_CSTR pszSrc, DRYDOCK_CH** ppszDestEnd,
                                                   size_t* pcbRemaining, ULONG dwFlags) {
  NTSTATUS status = DRYDOCK_FN(RtlStringCchCopyEx)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                                   ppszDestEnd, pcbRemaining, dwFlags);
  return DRYDOCK_FN(drydock_bytes_left)(status, cbDest, pcbRemaining);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCopyN)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                  DRYDOCK_CSTR pszSrc, size_t cbToCopy) {
  return DRYDOCK_FN(RtlStringCchCopyN)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                       cbToCopy / sizeof(DRYDOCK_CH));
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCopyNEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                    DRYDOCK_CSTR pszSrc, size_t cbToCopy,
                                                    DRYDOCK_CH** ppszDestEnd, size_t* pcbRemaining,
                                                    ULONG dwFlags) {
  NTSTATUS status = DRYDOCK_FN(RtlStringCchCopyNEx)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                                    cbToCopy / sizeof(DRYDOCK_CH), ppszDestEnd,
                                                    pcbRemaining, dwFlags);
  return DRYDOCK_FN(drydock_bytes_left)(status, cbDest, pcbRemaining);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCat)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                DRYDOCK_CSTR pszSrc) {
  return DRYDOCK_FN(RtlStringCchCat)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCatEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                  DRYDOCK_CSTR pszSrc, DRYDOCK_CH** ppszDestEnd,
                                                  size_t* pcbRemaining, ULONG dwFlags) {
  NTSTATUS status = DRYDOCK_FN(RtlStringCchCatEx)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                                  ppszDestEnd, pcbRemaining, dwFlags);
  return DRYDOCK_FN(drydock_bytes_left)(status, cbDest, pcbRemaining);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCatN)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                 DRYDOCK_CSTR pszSrc, size_t cbToAppend) {
  return DRYDOCK_FN(RtlStringCchCatN)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                      cbToAppend / sizeof(DRYDOCK_CH));
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbCatNEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                   DRYDOCK_CSTR pszSrc, size_t cbToAppend,
                                                   DRYDOCK_CH** ppszDestEnd, size_t* pcbRemaining,
                                                   ULONG dwFlags) {
  NTSTATUS status = DRYDOCK_FN(RtlStringCchCatNEx)(pszDest, cbDest / sizeof(DRYDOCK_CH), pszSrc,
                                                   cbToAppend / sizeof(DRYDOCK_CH), ppszDestEnd,
                                                   pcbRemaining, dwFlags);
  return DRYDOCK_FN(drydock_bytes_left)(status, cbDest, pcbRemaining);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbVPrintf)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                    DRYDOCK_CSTR pszFormat, va_list argList) {
  return DRYDOCK_FN(drydock_print)(pszDest, cbDest / sizeof(DRYDOCK_CH), NULL, NULL, 0, pszFormat,
                                   argList);
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbVPrintfEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                      DRYDOCK_CH** ppszDestEnd,
                                                      size_t* pcbRemaining, ULONG dwFlags,
                                                      DRYDOCK_CSTR pszFormat, va_list argList) {
  NTSTATUS status = DRYDOCK_FN(drydock_print)(pszDest, cbDest / sizeof(DRYDOCK_CH), ppszDestEnd,
                                              pcbRemaining, dwFlags, pszFormat, argList);
  return DRYDOCK_FN(drydock_bytes_left)(status, cbDest, pcbRemaining);
}
DRYDOCK_VARIADIC NTSTATUS DRYDOCK_FN(RtlStringCbPrintf)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                        DRYDOCK_CSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status = DRYDOCK_FN(RtlStringCbVPrintf)(pszDest, cbDest, pszFormat, arguments);
  va_end(arguments);
  return status;
}
DRYDOCK_VARIADIC NTSTATUS DRYDOCK_FN(RtlStringCbPrintfEx)(DRYDOCK_CH* pszDest, size_t cbDest,
                                                          DRYDOCK_CH** ppszDestEnd,
                                                          size_t* pcbRemaining, ULONG dwFlags,
                                                          DRYDOCK_CSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status = DRYDOCK_FN(RtlStringCbVPrintfEx)(pszDest, cbDest, ppszDestEnd, pcbRemaining, dwFlags,
                                            pszFormat, arguments);
  va_end(arguments);
  return status;
}
FORCEINLINE NTSTATUS DRYDOCK_FN(RtlStringCbLength)(DRYDOCK_CSTR psz, size_t cbMax,
                                                   size_t* pcbLength) {
  NTSTATUS status = DRYDOCK_FN(drydock_length)(psz, cbMax / sizeof(DRYDOCK_CH), pcbLength);
  if (NT_SUCCESS(status) && pcbLength != NULL) *pcbLength *= sizeof(DRYDOCK_CH);
  return status;
}

#undef DRYDOCK_CSTR
