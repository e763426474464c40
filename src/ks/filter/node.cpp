// Topology nodes that clients open below a filter: requests to one go to its automation table.
#include "src/ks/filter/node.h"

#include <cstring>

#include "src/ks/automation/automation.h"
#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/filter/filter.h"

namespace drydock::ks {
namespace {

class Node final : public Target {
 public:
  Node(std::shared_ptr<Filter> filter, ULONG id) : filter_(std::move(filter)), id_(id) {}

  NTSTATUS control(PIRP irp) override {
    static constexpr KSAUTOMATION_TABLE kNothing{};
    const KSAUTOMATION_TABLE* table = filter_->nodes()[id_].AutomationTable;
    return finish(irp, handle_request(irp, table == nullptr ? kNothing : *table, events_, {}));
  }
  NTSTATUS cleanup(PIRP irp) override {
    events_.free_all(nullptr);
    return finish(irp, STATUS_SUCCESS);
  }
  NTSTATUS close(PIRP irp) override {
    detach_target(IoGetCurrentIrpStackLocation(irp)->FileObject);
    return finish(irp, STATUS_SUCCESS);
  }
  Object* object() override { return filter_.get(); }

 private:
  const std::shared_ptr<Filter> filter_;
  const ULONG id_;
  EventList events_;
};

}  // namespace

bool parse_node_request(PIRP irp, std::size_t nodes, KSNODE_CREATE& request) {
  const std::vector<std::byte> parameters = create_parameters(irp);
  if (parameters.size() < sizeof request) return false;
  std::memcpy(&request, parameters.data(), sizeof request);
  return request.CreateFlags == 0 && request.Node < nodes;
}

NTSTATUS create_node(Filter& filter, PIRP irp) {
  const Holding control(filter.control_mutex());
  KSNODE_CREATE request;
  if (!parse_node_request(irp, filter.nodes().size(), request)) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  attach_target(irp,
                std::make_shared<Node>(std::static_pointer_cast<Filter>(filter.shared_from_this()),
                                       request.Node));
  return STATUS_SUCCESS;
}

}  // namespace drydock::ks
