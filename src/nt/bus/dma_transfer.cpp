#include <algorithm>

#include "src/nt/bus/dma.h"
#include "src/nt/mm/mdl.h"

namespace drydock::nt {
namespace {

void join(std::vector<DmaPiece>& pieces, DmaPiece piece) {
  if (!pieces.empty()) {
    DmaPiece& last = pieces.back();
    const bool neighbours =
        last.logical + last.bytes == piece.logical && last.physical + last.bytes == piece.physical;
    if (neighbours && last.bytes <= MAXULONG - piece.bytes) {
      last.bytes += piece.bytes;
      return;
    }
  }
  pieces.push_back(piece);
}

// The bytes [offset, offset + bytes) of the buffer of one MDL.
void add_pieces(std::vector<DmaPiece>& pieces, MDL& mdl, std::size_t offset, std::size_t bytes) {
  const PFN_NUMBER* const frames = MmGetMdlPfnArray(&mdl);
  for (std::size_t at = mdl.ByteOffset + offset, end = at + bytes; at < end;) {
    const std::size_t chunk = std::min<std::size_t>(end - at, kPageBytes - at % kPageBytes);
    const std::uint64_t physical = frames[at / kPageBytes] * kPageBytes + at % kPageBytes;
    join(pieces, {physical, physical, static_cast<ULONG>(chunk)});
    at += chunk;
  }
}

bool within(const DmaPiece& piece, std::uint64_t reach) {
  return piece.logical + piece.bytes - 1 <= reach;
}

bool bounce_whole(DmaTransfer& transfer, std::uint64_t reach) {
  std::size_t bytes = 0;
  for (const DmaPiece& piece : transfer.pieces) bytes += piece.bytes;
  const auto run = take_run(pages_of(bytes), {0, reach, 0});
  if (!run) return false;
  for (std::size_t i = 0; i < pages_of(bytes); ++i) transfer.bounces.push_back(*run + i);
  std::uint64_t logical = *run * kPageBytes;
  for (DmaPiece& piece : transfer.pieces) {
    piece.logical = logical;
    logical += piece.bytes;
  }
  return true;
}

// One run for each piece that lies out of reach, with the same offset in its first page.
bool bounce_pieces(DmaTransfer& transfer, std::uint64_t reach) {
  for (DmaPiece& piece : transfer.pieces) {
    if (within(piece, reach)) continue;
    const std::size_t offset = piece.physical % kPageBytes;
    const std::size_t pages = pages_of(offset + piece.bytes);
    const auto run = take_run(pages, {0, reach, 0});
    if (!run) return false;
    for (std::size_t i = 0; i < pages; ++i) transfer.bounces.push_back(*run + i);
    piece.logical = *run * kPageBytes + offset;
  }
  return true;
}

void copy_physical(std::uint64_t to, std::uint64_t from, std::size_t bytes) {
  std::vector<char> buffer(std::min<std::size_t>(bytes, kPageBytes));
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t chunk = std::min(bytes - done, buffer.size());
    if (!read_physical(from + done, buffer.data(), chunk)) return;
    if (!write_physical(to + done, buffer.data(), chunk)) return;
    done += chunk;
  }
}

}  // namespace

std::optional<DmaTransfer> pieces_of(MDL* mdl, const void* current, ULONG bytes) {
  DmaTransfer transfer;
  const char* const start = static_cast<const char*>(MmGetMdlVirtualAddress(mdl));
  if (static_cast<const char*>(current) < start) return std::nullopt;
  auto skip = static_cast<std::size_t>(static_cast<const char*>(current) - start);
  std::size_t left = bytes;
  for (; mdl != nullptr && left > 0; mdl = mdl->Next) {
    if (skip >= mdl->ByteCount) {
      skip -= mdl->ByteCount;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(left, mdl->ByteCount - skip);
    add_pieces(transfer.pieces, *mdl, skip, here);
    left -= here;
    skip = 0;
  }
  if (left > 0) return std::nullopt;
  return transfer;
}

bool bring_into_reach(DmaTransfer& transfer, std::uint64_t reach, bool whole) {
  const bool reachable =
      std::ranges::all_of(transfer.pieces, [&](const DmaPiece& one) { return within(one, reach); });
  if (reachable && (!whole || transfer.pieces.size() <= 1)) return true;
  if (whole ? bounce_whole(transfer, reach) : bounce_pieces(transfer, reach)) return true;
  end_transfer(transfer);
  return false;
}

void copy_to_bounces(const DmaTransfer& transfer) {
  for (const DmaPiece& piece : transfer.pieces) {
    if (piece.logical != piece.physical) copy_physical(piece.logical, piece.physical, piece.bytes);
  }
}

void copy_from_bounces(const DmaTransfer& transfer) {
  for (const DmaPiece& piece : transfer.pieces) {
    if (piece.logical != piece.physical) copy_physical(piece.physical, piece.logical, piece.bytes);
  }
}

void end_transfer(DmaTransfer& transfer) {
  free_frames(transfer.bounces);
  transfer.bounces.clear();
}

}  // namespace drydock::nt
