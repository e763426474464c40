// Parts of the class driver that are not built yet refuse.
#include "src/ks/pin.h"
#include "src/ks/process_pins.h"

namespace drydock::ks {

Requester::~Requester() = default;
void Requester::arrive(std::unique_ptr<StreamRequest>) {}

NTSTATUS Allocator::create(Pin&, PIRP) { return STATUS_NOT_IMPLEMENTED; }
std::shared_ptr<Allocator> allocator_of(PFILE_OBJECT) { return nullptr; }

NTSTATUS process_filter(Filter&) { return STATUS_NOT_IMPLEMENTED; }

}  // namespace drydock::ks
