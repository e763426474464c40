// The hardware behind the entry points: memory, an aperture, and nodes that run packets.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/nt/mm/physical.h"
#include "tests/support/engine_miniport.h"

namespace drydock::testing {

void EngineMiniport::note(std::string what) {
  const std::lock_guard guard(mutex_);
  calls_.push_back(std::move(what));
}

void EngineMiniport::fault(std::string what) { faults_.push_back(std::move(what)); }

std::vector<std::string> EngineMiniport::take_calls() {
  const std::lock_guard guard(mutex_);
  return std::exchange(calls_, {});
}

void EngineMiniport::await_calls(std::string_view name, std::ptrdiff_t count) {
  for (;;) {
    {
      const std::lock_guard guard(mutex_);
      if (std::ranges::count(calls_, name) >= count) return;
    }
    sim::park(sim::now() + 1000);
  }
}

std::vector<std::string> EngineMiniport::faults() const {
  const std::lock_guard guard(mutex_);
  return faults_;
}

bool EngineMiniport::is_memory_free() const {
  const std::lock_guard guard(mutex_);
  return std::ranges::none_of(owned_, [](const auto& page) { return page.second; });
}

std::vector<DXGK_CREATECONTEXTFLAGS> EngineMiniport::context_flags() const {
  const std::lock_guard guard(mutex_);
  return context_flags_;
}

std::size_t EngineMiniport::packets(UINT node) const {
  const std::lock_guard guard(mutex_);
  return queues_[node].size();
}

void EngineMiniport::own(std::uint32_t, std::uint64_t address, std::uint64_t bytes, bool owned) {
  const std::lock_guard guard(mutex_);
  for (std::uint64_t page = 0; page < bytes; page += kPage) {
    if (owned_[address + page] == owned)
      fault(fmt::format("{:#x} is {} twice", address + page, owned ? "taken" : "given back"));
    owned_[address + page] = owned;
  }
}

bool EngineMiniport::is_owned(std::uint32_t, std::uint64_t address) const {
  const auto found = owned_.find(address);
  return found != owned_.end() && found->second;
}

// The memory behind an address of the GPU; with segment 0 it is the machine's.
std::uint8_t* EngineMiniport::page(std::uint32_t segment, std::uint64_t address) {
  if (segment == 1) return memory_.data() + (address - kMemoryBase);
  if (segment == 2) address = aperture_.at((address - kApertureBase) / kPage);
  return static_cast<std::uint8_t*>(nt::address_of(address / kPage));
}

// The commands of a DMA buffer, from contiguous memory or through the aperture.
void EngineMiniport::read_buffer(const DXGKARG_SUBMITCOMMAND& wanted, std::vector<Command>& out) {
  const auto address = static_cast<std::uint64_t>(wanted.DmaBufferPhysicalAddress.QuadPart) +
                       wanted.DmaBufferSubmissionStartOffset;
  const std::size_t bytes = out.size() * sizeof(Command);
  if (wanted.DmaBufferSegmentId == 0) {
    nt::read_physical(address, out.data(), bytes);
    return;
  }
  const std::lock_guard guard(mutex_);
  for (std::size_t at = 0, now = 0; at < bytes; at += now) {
    const std::uint64_t offset = (address + at) % kPage;
    now = std::min<std::size_t>(kPage - offset, bytes - at);
    std::memcpy(reinterpret_cast<char*>(out.data()) + at,
                page(wanted.DmaBufferSegmentId, address + at - offset) + offset, now);
  }
}

// False when the command hangs or faults.
bool EngineMiniport::execute(const Command& command) {
  using Op = Command::Op;
  if (command.op == Op::kEntries) {
    mmu_->write_entries(command.segment, command.address, command.source, command.value);
    return true;
  }
  if (command.op == Op::kVirtualFill)
    return mmu_->fill(paging_context_, command.address, command.bytes,
                      static_cast<std::uint8_t>(command.value));
  if (command.op == Op::kVirtualCopy)
    return mmu_->copy(paging_context_, command.address, command.source, command.bytes);
  if (command.op == Op::kVirtualEntries)
    return mmu_->write_entries_at(paging_context_, command.address, command.source, command.value);
  if (command.op == Op::kFlush) {
    mmu_->flush(command.address, command.source);
    return true;
  }
  for (std::uint64_t at = 0; at < command.bytes; at += kPage) {
    if (command.op == Op::kMap) {
      aperture_.at((command.address + at - kApertureBase) / kPage) = command.source;
      continue;
    }
    if (command.op == Op::kFault) return false;
    if (command.op != Op::kFill && command.op != Op::kCopy) continue;
    if (command.is_paging == 0 &&
        (!is_owned(command.segment, command.address + at) ||
         (command.op == Op::kCopy && !is_owned(command.source_segment, command.source + at))))
      return false;
    std::uint8_t* const to = page(command.segment, command.address + at);
    if (to == nullptr) return false;
    if (command.op == Op::kFill) {
      std::memset(to, static_cast<int>(command.value), kPage);
    } else if (const std::uint8_t* const from = page(command.source_segment, command.source + at)) {
      std::memcpy(to, from, kPage);
    }
  }
  return true;
}

bool EngineMiniport::finish_next(dxgk::Adapter& adapter, UINT node) {
  bool interrupts = true;
  {
    const std::lock_guard guard(mutex_);
    if (queues_[node].empty()) return false;
    Submission& next = queues_[node].front();
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.SubmissionFenceId = next.fence;
    data.DmaCompleted.NodeOrdinal = node;
    const auto fail = [&] {
      data = {};
      data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
      data.DmaPageFaulted.FaultedFenceId = next.fence;
      data.DmaPageFaulted.NodeOrdinal = node;
    };
    if (mmu_ != nullptr && next.bytes != 0 && !mmu_->run(next.context, next.address, next.bytes))
      fail();
    for (const Command& command : next.commands) {
      if (command.op == Command::Op::kHang) {
        next.is_hung = true;
        return false;
      }
      if (command.op == Command::Op::kLoseInterrupt) interrupts = false;
      if (execute(command)) continue;
      fail();
      break;
    }
    completed_[node] = next.fence;
    queues_[node].pop_front();
    pending_.push_back(data);
  }
  if (interrupts) adapter.raise_interrupt();
  return true;
}

void EngineMiniport::report(dxgk::Adapter& adapter, const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  {
    const std::lock_guard guard(mutex_);
    pending_.push_back(data);
  }
  adapter.raise_interrupt();
}

void EngineMiniport::await_packets(UINT node, std::size_t count) {
  while (packets(node) < count) sim::park(sim::now() + 1000);
}

void EngineMiniport::start_engine(dxgk::Adapter& adapter) {
  stopping_ = false;
  engine_ = sim::spawn("gpu", [this, &adapter] {
    while (!stopping_.load()) {
      bool worked = false;
      for (UINT node = 0; node < settings_.nodes; ++node) worked |= finish_next(adapter, node);
      if (!worked) sim::park(sim::now() + 1000);
      sim::switch_point();
    }
  });
}

void EngineMiniport::stop_engine() {
  stopping_ = true;
  if (engine_.joinable()) engine_.join();
}

}  // namespace drydock::testing
