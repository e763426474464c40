#include "src/dxgk/dock/add_adapter.h"

#include <utility>

#include "src/dxgk/adapter/upper_rooms.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "src/dxgk/creation/retained_resource.h"
#include "src/dxgk/display/adapter_display.h"
#include "src/dxgk/frames/frames.h"
#include "src/dxgk/memory/device_memory.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/dxgk/work/native_fence.h"

namespace drydock::dxgk {
namespace {

template <typename T, typename... Arguments>
AdapterTables::Owned<T> make_table(Arguments&... arguments) {
  return {new T(arguments...), [](T* table) { delete table; }};
}

AdapterTables make_tables(Adapter& adapter) {
  return {make_table<ContextAllocations>(adapter),
          make_table<HwQueues>(),
          make_table<RetainedResources>(),
          make_table<NativeFences>(),
          make_table<Frames>(adapter),
          {new AdapterDisplay(adapter), [](DisplayHalf* half) { delete half; }}};
}

const UpperRooms& upper_rooms() {
  static const UpperRooms rooms{make_tables, kernel_interface, device_memory()};
  return rooms;
}

}  // namespace

std::unique_ptr<Adapter> add_adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                     StartFailure& failure) {
  return Adapter::add(miniport, std::move(model), upper_rooms(), failure);
}

}  // namespace drydock::dxgk
