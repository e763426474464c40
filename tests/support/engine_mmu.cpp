#include "tests/support/engine_mmu.h"

#include <algorithm>
#include <cstring>

namespace drydock::testing {
namespace {

constexpr unsigned kSegmentShift = 4;
constexpr std::uint64_t kSegmentMask = 0x1F;

UINT segment_in(std::uint64_t entry) {
  return static_cast<UINT>(entry >> kSegmentShift & kSegmentMask);
}
std::uint64_t offset_in(std::uint64_t entry) { return entry / EngineMmu::kPage * EngineMmu::kPage; }

}  // namespace

std::uint64_t EngineMmu::entry_of(const DXGK_PTE& entry) {
  return (entry.Valid != 0 ? kValid : 0) | (entry.Zero != 0 ? kZero : 0) |
         (entry.ReadOnly != 0 ? kReadOnly : 0) | (entry.NoExecute != 0 ? kNoExecute : 0) |
         std::uint64_t{entry.Segment} << kSegmentShift | entry.PageAddress * kPage;
}

void EngineMmu::set_root(HANDLE context, const D3DGPU_PHYSICAL_ADDRESS& address, UINT entries) {
  roots_[context] = {address, entries};
  std::erase_if(found_, [&](const auto& each) { return each.first.first == context; });
}

void EngineMmu::write_entries(UINT segment, std::uint64_t offset, std::uint64_t entry,
                              std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (std::uint8_t* const to = memory_(segment, offset + i * sizeof entry))
      std::memcpy(to, &entry, sizeof entry);
  }
}

bool EngineMmu::write_entries_at(HANDLE context, std::uint64_t address, std::uint64_t entry,
                                 std::uint64_t count) {
  std::vector<std::uint64_t> entries(count, entry);
  return write(context, address,
               {reinterpret_cast<const std::uint8_t*>(entries.data()), count * sizeof entry});
}

void EngineMmu::flush(std::uint64_t begin, std::uint64_t end) {
  std::erase_if(found_, [&](const auto& each) {
    return (begin == 0 && end == 0) || (each.first.second >= begin && each.first.second < end);
  });
}

std::optional<std::uint64_t> EngineMmu::walk(const Root& root, std::uint64_t address) {
  UINT segment = root.address.SegmentId;
  std::uint64_t table = root.address.SegmentOffset;
  std::uint64_t entry = 0;
  for (std::size_t level = bits_.size(); level-- > 0;) {
    unsigned shift = 12;
    for (std::size_t below = 0; below < level; ++below) shift += bits_[below];
    std::uint64_t index = address >> shift;
    if (level + 1 != bits_.size()) {
      index &= (std::uint64_t{1} << bits_[level]) - 1;
    } else if (index >= root.entries) {
      return std::nullopt;
    }
    const std::uint8_t* const from = memory_(segment, table + index * sizeof entry);
    if (from == nullptr) return std::nullopt;
    std::memcpy(&entry, from, sizeof entry);
    if ((entry & kValid) == 0) return std::nullopt;
    if ((entry & kZero) != 0) return entry;
    segment = segment_in(entry);
    table = offset_in(entry);
  }
  return entry;
}

std::optional<std::uint64_t> EngineMmu::translate(HANDLE context, std::uint64_t address) {
  const std::uint64_t page = address / kPage * kPage;
  if (const auto known = found_.find({context, page}); known != found_.end()) return known->second;
  const auto root = roots_.find(context);
  if (root == roots_.end()) return std::nullopt;
  const auto entry = walk(root->second, address);
  if (entry) found_[{context, page}] = *entry;
  return entry;
}

bool EngineMmu::read(HANDLE context, std::uint64_t address, std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const auto now = std::min<std::size_t>(kPage - address % kPage, out.size());
    const auto entry = translate(context, address);
    if (!entry) return false;
    if ((*entry & kZero) != 0) {
      std::memset(out.data(), 0, now);
    } else {
      const std::uint8_t* const from =
          memory_(segment_in(*entry), offset_in(*entry) + address % kPage);
      if (from == nullptr) return false;
      std::memcpy(out.data(), from, now);
    }
    out = out.subspan(now);
    address += now;
  }
  return true;
}

bool EngineMmu::write(HANDLE context, std::uint64_t address, std::span<const std::uint8_t> from) {
  while (!from.empty()) {
    const auto now = std::min<std::size_t>(kPage - address % kPage, from.size());
    const auto entry = translate(context, address);
    if (!entry || (*entry & kReadOnly) != 0) return false;
    if ((*entry & kZero) == 0) {
      std::uint8_t* const to = memory_(segment_in(*entry), offset_in(*entry) + address % kPage);
      if (to == nullptr) return false;
      std::memcpy(to, from.data(), now);
    }
    from = from.subspan(now);
    address += now;
  }
  return true;
}

bool EngineMmu::fill(HANDLE context, std::uint64_t target, std::uint64_t bytes,
                     std::uint8_t value) {
  return write(context, target, std::vector<std::uint8_t>(bytes, value));
}

bool EngineMmu::copy(HANDLE context, std::uint64_t target, std::uint64_t source,
                     std::uint64_t bytes) {
  std::vector<std::uint8_t> moved(bytes);
  return read(context, source, moved) && write(context, target, moved);
}

bool EngineMmu::run(HANDLE context, std::uint64_t commands, std::uint64_t bytes) {
  for (std::uint64_t at = 0; at + sizeof(VirtualCommand) <= bytes; at += sizeof(VirtualCommand)) {
    VirtualCommand command;
    if (!read(context, commands + at, {reinterpret_cast<std::uint8_t*>(&command), sizeof command}))
      return false;
    const bool is_done =
        command.op == VirtualCommand::Op::kFill
            ? fill(context, command.target, command.bytes, static_cast<std::uint8_t>(command.value))
            : copy(context, command.target, command.source, command.bytes);
    if (!is_done) return false;
  }
  return true;
}

}  // namespace drydock::testing
