#pragma once
// The counted-string forms: destinations and sources that are UNICODE_STRING.

#ifndef NTSTRSAFE_NO_UNICODE_STRING_FUNCTIONS

#define DRYDOCK_BAD_STRING(s)                                                     \
  ((s)->Length % sizeof(WCHAR) != 0 || (s)->MaximumLength % sizeof(WCHAR) != 0 || \
   (s)->Length > (s)->MaximumLength ||                                            \
   ((s)->Buffer == NULL && ((s)->Length != 0 || (s)->MaximumLength != 0)))

FORCEINLINE NTSTATUS RtlUnicodeStringValidateEx(PCUNICODE_STRING SourceString, ULONG dwFlags) {
  if (SourceString == NULL)
    return (dwFlags & STRSAFE_IGNORE_NULLS) != 0 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  return DRYDOCK_BAD_STRING(SourceString) ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

FORCEINLINE NTSTATUS RtlUnicodeStringValidate(PCUNICODE_STRING SourceString) {
  return RtlUnicodeStringValidateEx(SourceString, 0);
}

// Appends at most `count` characters at character `used`; `stop_at_null` is for plain sources.
FORCEINLINE NTSTATUS drydock_unicode_append(PUNICODE_STRING dest, size_t used, const WCHAR* source,
                                            size_t count, BOOLEAN stop_at_null,
                                            PUNICODE_STRING remaining, ULONG flags) {
  size_t room;
  size_t n = 0;
  NTSTATUS status = STATUS_SUCCESS;
  if (dest == NULL || DRYDOCK_BAD_STRING(dest)) return STATUS_INVALID_PARAMETER;
  if (source == NULL) {
    if (count != 0 && (flags & STRSAFE_IGNORE_NULLS) == 0) return STATUS_INVALID_PARAMETER;
    count = 0;
  }
  room = dest->MaximumLength / sizeof(WCHAR);
  while (n < count && !(stop_at_null && source[n] == 0)) {
    if (used + n >= room) {
      status = STATUS_BUFFER_OVERFLOW;
      break;
    }
    dest->Buffer[used + n] = source[n];
    ++n;
  }
  dest->Length = (USHORT)((used + n) * sizeof(WCHAR));
  if (!NT_SUCCESS(status) &&
      (flags & (STRSAFE_NO_TRUNCATION | STRSAFE_ZERO_LENGTH_ON_FAILURE)) != 0)
    dest->Length = 0;
  if (NT_SUCCESS(status) && (flags & STRSAFE_FILL_BEHIND) != 0) {
    memset((char*)dest->Buffer + dest->Length, (int)(flags & 0xff),
           dest->MaximumLength - dest->Length);
  }
  if (remaining != NULL) {
    remaining->Length = 0;
    remaining->MaximumLength = (USHORT)(dest->MaximumLength - dest->Length);
    remaining->Buffer = dest->Buffer == NULL ? NULL : dest->Buffer + dest->Length / sizeof(WCHAR);
  }
  return status;
}

FORCEINLINE NTSTATUS drydock_unicode_join(PUNICODE_STRING dest, BOOLEAN keep,
                                          PCUNICODE_STRING source, size_t limit,
                                          PUNICODE_STRING remaining, ULONG flags) {
  size_t count;
  NTSTATUS status = RtlUnicodeStringValidateEx(source, flags);
  if (!NT_SUCCESS(status)) return status;
  if (dest == NULL) return STATUS_INVALID_PARAMETER;
  count = source == NULL ? 0 : source->Length / sizeof(WCHAR);
  if (count > limit) count = limit;
  return drydock_unicode_append(dest, keep ? dest->Length / sizeof(WCHAR) : 0,
                                source == NULL ? NULL : source->Buffer, count, FALSE, remaining,
                                flags);
}

FORCEINLINE NTSTATUS drydock_unicode_join_text(PUNICODE_STRING dest, BOOLEAN keep,
                                               const WCHAR* source, size_t limit,
                                               PUNICODE_STRING remaining, ULONG flags) {
  if (dest == NULL) return STATUS_INVALID_PARAMETER;
  return drydock_unicode_append(dest, keep ? dest->Length / sizeof(WCHAR) : 0, source, limit, TRUE,
                                remaining, flags);
}

FORCEINLINE NTSTATUS RtlUnicodeStringInitEx(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                            ULONG dwFlags) {
  size_t length = 0;
  NTSTATUS status;
  (void)dwFlags;
  if (DestinationString == NULL) return STATUS_INVALID_PARAMETER;
  DestinationString->Length = 0;
  DestinationString->MaximumLength = 0;
  DestinationString->Buffer = NULL;
  if (pszSrc == NULL) return STATUS_SUCCESS;
  status = drydock_lengthW(pszSrc, NTSTRSAFE_UNICODE_STRING_MAX_CCH, &length);
  if (!NT_SUCCESS(status)) return status;
  DestinationString->Length = (USHORT)(length * sizeof(WCHAR));
  DestinationString->MaximumLength = (USHORT)(DestinationString->Length + sizeof(WCHAR));
  DestinationString->Buffer = (PWCH)pszSrc;
  return STATUS_SUCCESS;
}

FORCEINLINE NTSTATUS RtlUnicodeStringInit(PUNICODE_STRING DestinationString, PCWSTR pszSrc) {
  return RtlUnicodeStringInitEx(DestinationString, pszSrc, 0);
}

// Copying.
FORCEINLINE NTSTATUS RtlUnicodeStringCopy(PUNICODE_STRING DestinationString,
                                          PCUNICODE_STRING SourceString) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString,
                              NTSTRSAFE_UNICODE_STRING_MAX_CCH, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCopyEx(PUNICODE_STRING DestinationString,
                                            PCUNICODE_STRING SourceString,
                                            PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString,
                              NTSTRSAFE_UNICODE_STRING_MAX_CCH, RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCopyString(PUNICODE_STRING DestinationString, PCWSTR pszSrc) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc,
                                   NTSTRSAFE_UNICODE_STRING_MAX_CCH, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCopyStringEx(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                                  PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc,
                                   NTSTRSAFE_UNICODE_STRING_MAX_CCH, RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCopyN(PUNICODE_STRING DestinationString,
                                              PCUNICODE_STRING SourceString, size_t cchToCopy) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString, cchToCopy, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCopyNEx(PUNICODE_STRING DestinationString,
                                                PCUNICODE_STRING SourceString, size_t cchToCopy,
                                                PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString, cchToCopy, RemainingString,
                              dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCopyStringN(PUNICODE_STRING DestinationString,
                                                    PCWSTR pszSrc, size_t cchToCopy) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc, cchToCopy, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCopyStringNEx(PUNICODE_STRING DestinationString,
                                                      PCWSTR pszSrc, size_t cchToCopy,
                                                      PUNICODE_STRING RemainingString,
                                                      ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc, cchToCopy, RemainingString,
                                   dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCopyN(PUNICODE_STRING DestinationString,
                                             PCUNICODE_STRING SourceString, size_t cbToCopy) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString, cbToCopy / sizeof(WCHAR),
                              NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCopyNEx(PUNICODE_STRING DestinationString,
                                               PCUNICODE_STRING SourceString, size_t cbToCopy,
                                               PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, FALSE, SourceString, cbToCopy / sizeof(WCHAR),
                              RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCopyStringN(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                                   size_t cbToCopy) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc, cbToCopy / sizeof(WCHAR), NULL,
                                   0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCopyStringNEx(PUNICODE_STRING DestinationString,
                                                     PCWSTR pszSrc, size_t cbToCopy,
                                                     PUNICODE_STRING RemainingString,
                                                     ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, FALSE, pszSrc, cbToCopy / sizeof(WCHAR),
                                   RemainingString, dwFlags);
}
// Appending.
FORCEINLINE NTSTATUS RtlUnicodeStringCat(PUNICODE_STRING DestinationString,
                                         PCUNICODE_STRING SourceString) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString,
                              NTSTRSAFE_UNICODE_STRING_MAX_CCH, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCatEx(PUNICODE_STRING DestinationString,
                                           PCUNICODE_STRING SourceString,
                                           PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString,
                              NTSTRSAFE_UNICODE_STRING_MAX_CCH, RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCatString(PUNICODE_STRING DestinationString, PCWSTR pszSrc) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc,
                                   NTSTRSAFE_UNICODE_STRING_MAX_CCH, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCatStringEx(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                                 PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc,
                                   NTSTRSAFE_UNICODE_STRING_MAX_CCH, RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCatN(PUNICODE_STRING DestinationString,
                                             PCUNICODE_STRING SourceString, size_t cchToAppend) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString, cchToAppend, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCatNEx(PUNICODE_STRING DestinationString,
                                               PCUNICODE_STRING SourceString, size_t cchToAppend,
                                               PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString, cchToAppend, RemainingString,
                              dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCatStringN(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                                   size_t cchToAppend) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc, cchToAppend, NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCchCatStringNEx(PUNICODE_STRING DestinationString,
                                                     PCWSTR pszSrc, size_t cchToAppend,
                                                     PUNICODE_STRING RemainingString,
                                                     ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc, cchToAppend, RemainingString,
                                   dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCatN(PUNICODE_STRING DestinationString,
                                            PCUNICODE_STRING SourceString, size_t cbToAppend) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString, cbToAppend / sizeof(WCHAR),
                              NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCatNEx(PUNICODE_STRING DestinationString,
                                              PCUNICODE_STRING SourceString, size_t cbToAppend,
                                              PUNICODE_STRING RemainingString, ULONG dwFlags) {
  return drydock_unicode_join(DestinationString, TRUE, SourceString, cbToAppend / sizeof(WCHAR),
                              RemainingString, dwFlags);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCatStringN(PUNICODE_STRING DestinationString, PCWSTR pszSrc,
                                                  size_t cbToAppend) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc, cbToAppend / sizeof(WCHAR),
                                   NULL, 0);
}
FORCEINLINE NTSTATUS RtlUnicodeStringCbCatStringNEx(PUNICODE_STRING DestinationString,
                                                    PCWSTR pszSrc, size_t cbToAppend,
                                                    PUNICODE_STRING RemainingString,
                                                    ULONG dwFlags) {
  return drydock_unicode_join_text(DestinationString, TRUE, pszSrc, cbToAppend / sizeof(WCHAR),
                                   RemainingString, dwFlags);
}

// Formatting: the string is not terminated. Without a buffer every character is too many.
FORCEINLINE NTSTATUS drydock_unicode_print(PUNICODE_STRING DestinationString,
                                           PUNICODE_STRING RemainingString, ULONG dwFlags,
                                           PCWSTR pszFormat, va_list argList) {
  int written = 0;
  size_t room;
  NTSTATUS status = STATUS_SUCCESS;
  if (DestinationString == NULL || DRYDOCK_BAD_STRING(DestinationString))
    return STATUS_INVALID_PARAMETER;
  if (pszFormat == NULL && (dwFlags & STRSAFE_IGNORE_NULLS) == 0) return STATUS_INVALID_PARAMETER;
  room = DestinationString->MaximumLength / sizeof(WCHAR);
  if (pszFormat != NULL && pszFormat[0] != 0)
    written =
        room == 0 ? -1 : drydock_vsnwprintf(DestinationString->Buffer, room, pszFormat, argList);
  if (written < 0 || (size_t)written > room) {
    written = (int)room;
    status = STATUS_BUFFER_OVERFLOW;
  }
  DestinationString->Length = (USHORT)((size_t)written * sizeof(WCHAR));
  if (!NT_SUCCESS(status) &&
      (dwFlags & (STRSAFE_NO_TRUNCATION | STRSAFE_ZERO_LENGTH_ON_FAILURE)) != 0)
    DestinationString->Length = 0;
  if (NT_SUCCESS(status) && (dwFlags & STRSAFE_FILL_BEHIND) != 0)
    memset((char*)DestinationString->Buffer + DestinationString->Length, (int)(dwFlags & 0xff),
           DestinationString->MaximumLength - DestinationString->Length);
  if (RemainingString != NULL) {
    RemainingString->Length = 0;
    RemainingString->MaximumLength =
        (USHORT)(DestinationString->MaximumLength - DestinationString->Length);
    RemainingString->Buffer =
        DestinationString->Buffer == NULL
            ? NULL
            : DestinationString->Buffer + DestinationString->Length / sizeof(WCHAR);
  }
  return status;
}

FORCEINLINE NTSTATUS RtlUnicodeStringVPrintfEx(PUNICODE_STRING DestinationString,
                                               PUNICODE_STRING RemainingString, ULONG dwFlags,
                                               PCWSTR pszFormat, va_list argList) {
  if (DestinationString == NULL || DRYDOCK_BAD_STRING(DestinationString))
    return STATUS_INVALID_PARAMETER;
  if (DestinationString->Buffer == NULL && pszFormat != NULL && pszFormat[0] != 0)
    return STATUS_INVALID_PARAMETER;
  return drydock_unicode_print(DestinationString, RemainingString, dwFlags, pszFormat, argList);
}

FORCEINLINE NTSTATUS RtlUnicodeStringVPrintf(PUNICODE_STRING DestinationString, PCWSTR pszFormat,
                                             va_list argList) {
  return drydock_unicode_print(DestinationString, NULL, 0, pszFormat, argList);
}

DRYDOCK_VARIADIC NTSTATUS RtlUnicodeStringPrintf(PUNICODE_STRING DestinationString,
                                                 PCWSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status = drydock_unicode_print(DestinationString, NULL, 0, pszFormat, arguments);
  va_end(arguments);
  return status;
}

DRYDOCK_VARIADIC NTSTATUS RtlUnicodeStringPrintfEx(PUNICODE_STRING DestinationString,
                                                   PUNICODE_STRING RemainingString, ULONG dwFlags,
                                                   PCWSTR pszFormat, ...) {
  NTSTATUS status;
  va_list arguments;
  va_start(arguments, pszFormat);
  status =
      RtlUnicodeStringVPrintfEx(DestinationString, RemainingString, dwFlags, pszFormat, arguments);
  va_end(arguments);
  return status;
}

// Plain destinations from counted sources.
FORCEINLINE NTSTATUS RtlStringCchCopyUnicodeStringEx(PWSTR DestinationString, size_t cchDest,
                                                     PCUNICODE_STRING SourceString,
                                                     PWSTR* ppszDestEnd, size_t* pcchRemaining,
                                                     ULONG dwFlags) {
  size_t n;
  NTSTATUS status = RtlUnicodeStringValidateEx(SourceString, dwFlags);
  if (!NT_SUCCESS(status)) return status;
  if (DestinationString == NULL || cchDest == 0 || cchDest > NTSTRSAFE_MAX_CCH)
    return STATUS_INVALID_PARAMETER;
  n = SourceString == NULL ? 0 : SourceString->Length / sizeof(WCHAR);
  if (n >= cchDest) {
    n = cchDest - 1;
    status = STATUS_BUFFER_OVERFLOW;
  }
  if (n > 0) memcpy(DestinationString, SourceString->Buffer, n * sizeof(WCHAR));
  DestinationString[n] = 0;
  return drydock_finishW(DestinationString, cchDest, n, ppszDestEnd, pcchRemaining, dwFlags,
                         status);
}

FORCEINLINE NTSTATUS RtlStringCchCopyUnicodeString(PWSTR DestinationString, size_t cchDest,
                                                   PCUNICODE_STRING SourceString) {
  return RtlStringCchCopyUnicodeStringEx(DestinationString, cchDest, SourceString, NULL, NULL, 0);
}

FORCEINLINE NTSTATUS RtlStringCbCopyUnicodeString(PWSTR DestinationString, size_t cbDest,
                                                  PCUNICODE_STRING SourceString) {
  return RtlStringCchCopyUnicodeStringEx(DestinationString, cbDest / sizeof(WCHAR), SourceString,
                                         NULL, NULL, 0);
}

FORCEINLINE NTSTATUS RtlStringCbCopyUnicodeStringEx(PWSTR DestinationString, size_t cbDest,
                                                    PCUNICODE_STRING SourceString,
                                                    PWSTR* ppszDestEnd, size_t* pcbRemaining,
                                                    ULONG dwFlags) {
  NTSTATUS status = RtlStringCchCopyUnicodeStringEx(
      DestinationString, cbDest / sizeof(WCHAR), SourceString, ppszDestEnd, pcbRemaining, dwFlags);
  return drydock_bytes_leftW(status, cbDest, pcbRemaining);
}

#undef DRYDOCK_BAD_STRING

#endif
