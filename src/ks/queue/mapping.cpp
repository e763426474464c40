#include "src/ks/queue/mapping.h"

#include <cstring>

#include "src/nt/bus/dma.h"

namespace drydock::ks {

NTSTATUS DmaMapper::register_adapter(PADAPTER_OBJECT adapter, ULONG most_bytes, ULONG stride) {
  if (stride < sizeof(KSMAPPING) || most_bytes == 0) return STATUS_INVALID_PARAMETER;
  const sim::Hold hold(lock_);
  adapter_ = adapter;
  most_bytes_ = most_bytes;
  stride_ = stride;
  return STATUS_SUCCESS;
}

bool DmaMapper::registered() const {
  const sim::Hold hold(lock_);
  return adapter_ != nullptr;
}

ULONG DmaMapper::stride() const {
  const sim::Hold hold(lock_);
  return stride_;
}

std::vector<std::byte> DmaMapper::map(PMDL mdl, void*, ULONG bytes, ULONG& count) const {
  const sim::Hold hold(lock_);
  count = 0;
  if (adapter_ == nullptr || mdl == nullptr) return {};
  const auto transfer = nt::pieces_of(mdl, MmGetMdlVirtualAddress(mdl), bytes);
  if (!transfer) return {};
  std::vector<std::byte> out;
  for (const nt::DmaPiece& piece : transfer->pieces) {
    for (ULONG at = 0; at < piece.bytes; at += most_bytes_) {
      KSMAPPING mapping{};
      mapping.PhysicalAddress.QuadPart = static_cast<LONGLONG>(piece.logical + at);
      mapping.ByteCount = std::min(most_bytes_, piece.bytes - at);
      out.resize(out.size() + stride_);
      std::memcpy(out.data() + out.size() - stride_, &mapping, sizeof mapping);
      ++count;
    }
  }
  return out;
}

}  // namespace drydock::ks
