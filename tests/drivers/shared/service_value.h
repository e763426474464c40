/* What drivers of tests read from their service keys: a number, or a text that names what they do. Include <ntddk.h> before. */
#pragma once

/* Reads a value into what Into points to: a ULONG, or a UNICODE_STRING with a buffer. Leaves it as it is when the key has no
   such value. */
static inline BOOLEAN ReadServiceValue(PUNICODE_STRING RegistryPath, PCWSTR Name, PVOID Into) {
  RTL_QUERY_REGISTRY_TABLE Table[2];
  WCHAR Key[256]; /* the path itself ends where its length says */
  RtlZeroMemory(Key, sizeof(Key));
  RtlCopyMemory(Key, RegistryPath->Buffer, min(RegistryPath->Length, sizeof(Key) - sizeof(WCHAR)));
  RtlZeroMemory(Table, sizeof(Table));
  Table[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  Table[0].Name = (PWSTR)Name;
  Table[0].EntryContext = Into;
  return NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, Key, Table, NULL, NULL));
}

/* A text of Latin letters. Static ones are empty before they are read. */
typedef char SERVICE_TEXT[64];

static inline VOID ReadServiceText(PUNICODE_STRING RegistryPath, PCWSTR Name, char* Text) {
  WCHAR Wide[sizeof(SERVICE_TEXT)];
  UNICODE_STRING Value;
  ULONG i;
  Value.Buffer = Wide;
  Value.Length = 0;
  Value.MaximumLength = sizeof(Wide);
  if (!ReadServiceValue(RegistryPath, Name, &Value)) return;
  for (i = 0; i < Value.Length / sizeof(WCHAR) && i < sizeof(SERVICE_TEXT) - 1; i++) Text[i] = (char)Wide[i];
}

static inline BOOLEAN IsServiceText(const char* Text, const char* Name) {
  ULONG i;
  for (i = 0; Text[i] != 0 && Text[i] == Name[i]; i++) {
  }
  return Text[i] == Name[i];
}
