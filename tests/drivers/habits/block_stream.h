/* The one format of the minidrivers of this folder: blocks of bytes, of one size. */
#ifndef BLOCK_STREAM_H
#define BLOCK_STREAM_H

#define BLOCK_BYTES 4096

static const KSDATARANGE BlockRange = {{sizeof(KSDATARANGE), 0, BLOCK_BYTES, 0,
                                        {STATICGUIDOF(KSDATAFORMAT_TYPE_STREAM)},
                                        {STATICGUIDOF(KSDATAFORMAT_SUBTYPE_NONE)},
                                        {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_NONE)}}};
static const PKSDATARANGE BlockRanges[] = {(PKSDATARANGE)&BlockRange};

/* Asked for the size first. */
static NTSTATUS IntersectBlocks(PVOID Context, PIRP Irp, PKSP_PIN Pin, PKSDATARANGE Caller, PKSDATARANGE Own,
                                ULONG Room, PVOID Data, PULONG Size) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Irp);
  UNREFERENCED_PARAMETER(Pin);
  UNREFERENCED_PARAMETER(Caller);
  *Size = sizeof(KSDATAFORMAT);
  if (Room == 0) return STATUS_BUFFER_OVERFLOW;
  if (Room < sizeof(KSDATAFORMAT)) return STATUS_BUFFER_TOO_SMALL;
  RtlCopyMemory(Data, Own, sizeof(KSDATAFORMAT));
  return STATUS_SUCCESS;
}

static NTSTATUS CheckBlocks(const KSDATAFORMAT* Format) {
  return Format->FormatSize == sizeof(KSDATAFORMAT) && Format->SampleSize == BLOCK_BYTES ? STATUS_SUCCESS
                                                                                        : STATUS_NO_MATCH;
}

#endif
