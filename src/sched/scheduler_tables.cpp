// Page tables on the scheduler's strand.
#include <algorithm>

#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::sched {
namespace {

bool lies_in(const Packet& packet, const vidmm::AddressSpace& addresses,
             const vidmm::AddressSpace::Extent& extent) {
  if (!packet.is<AddressedWork>() || packet.context->owner().addresses() != &addresses)
    return false;
  const std::uint64_t begin = packet.as<AddressedWork>().commands;
  return begin < extent.end && extent.begin < begin + packet.bytes;
}

}  // namespace

// Puts the page tables of the packet's process in place, until the packet has ended.
bool Scheduler::bring_tables(Packet& packet, vidmm::Placed& why_not) {
  vidmm::PageTables* const tables = packet.context->owner().tables();
  if (!packet.is<AddressedWork>() || tables == nullptr) return true;
  why_not = tables->bring(vidmm::PageTables::For::kWork);
  if (why_not != vidmm::Placed::kYes) return false;
  tables->pin();
  packet.tables = tables;
  set_root(*packet.context, *tables);
  return true;
}

// K-314: no work of the context runs meanwhile.
void Scheduler::set_root(WorkSource& context, const vidmm::PageTables& tables) {
  const vidmm::PageTables::Root root = tables.root();
  if (context.root == root.number) return;
  await([&] {
    const sim::Hold hold(lock_);
    return context.at_hardware == 0;
  });
  context.root = root.number;
  DXGKARG_SETROOTPAGETABLE arguments{};
  arguments.hContext = context.driver();
  arguments.Address = root.address;
  arguments.NumEntries = root.entries;
  trace::event("page tables", "root of context",
               {{"context", context.label()}, {"entries", root.entries}});
  driver_.set_root_page_table(arguments);
}

// Submits paging in the context of the paging process, in which its buffer has an address.
void Scheduler::send_paging(std::unique_ptr<Packet> packet, const vidmm::PagingProcess& process) {
  DXGKARG_SUBMITCOMMANDVIRTUAL arguments{};
  arguments.hContext = process.context();
  arguments.DmaBufferVirtualAddress = process.buffer_address();
  arguments.DmaBufferSize = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.SubmissionFenceId = packet->fence;
  arguments.Flags.Paging = 1;
  arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  arguments.NodeOrdinal = packet->node;
  trace::event("gpu", "submitted",
               {{"node", packet->node}, {"fence", packet->fence}, {"paging", true}});
  note_sent(std::move(packet));
  driver_.submit_command_virtual(arguments);
}

bool Scheduler::has_commands_in(const vidmm::AddressSpace& addresses,
                                const vidmm::AddressSpace::Extent& extent) {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(nodes_, [&](const Node& node) {
    return node.has([&](const Packet& packet) { return lies_in(packet, addresses, extent); });
  });
}

}  // namespace drydock::sched
