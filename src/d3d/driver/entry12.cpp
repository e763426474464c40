// The results that the functions of Direct3D 12 may return. Those of heaps and resources return a
// result, of which the documents list no values; those that destroy return nothing.
#include "src/d3d/driver/entry.h"
#include "src/d3d/driver/wdk12.h"

namespace drydock::d3d::entry {
namespace {

constexpr HRESULT kNoMemory12[] = {E_OUTOFMEMORY};
constexpr HRESULT kCreatingDevice12[] = {E_OUTOFMEMORY, DXGI_STATUS_NO_REDIRECTION};

using Role = Entry::Role;

constexpr Entry answers12(const char* name, Role role = Role::kOther) {
  return {.name = name, .role = role, .rule_if_hidden = "U-301"_rule};
}
constexpr Entry returns_nothing12(const char* name, bool is_cleanup, Role role = Role::kOther) {
  return {.name = name,
          .is_cleanup = is_cleanup,
          .reports_by_callback = true,
          .role = role,
          .rule_if_hidden = "U-301"_rule};
}

}  // namespace

const Entry kOpenAdapter12{"OpenAdapter12", kNoMemory12, "U-038"_rule};
const Entry kGetCaps12{"GetCaps"};
const Entry kGetTables12{"GetOptionalDDITables"};
const Entry kFillTable12{"FillDDITable"};
const Entry kExtendedFeature12{"EnableExtendedFeature"};
const Entry kCreateDevice12{"CreateDevice", kCreatingDevice12, "U-044"_rule};
const Entry kCalculate12 = returns_nothing12("CalcPrivateSize", false, Role::kCalculate);
const Entry kDestroyDevice12 = returns_nothing12("DestroyDevice", true);
const Entry kCreateHeap12 = answers12("CreateHeapAndResource");
const Entry kOpenHeap12 = answers12("OpenHeapAndResource");
const Entry kDestroyHeap12 =
    returns_nothing12("DestroyHeapAndResource", true, Role::kDestroyResource);
const Entry kMapHeap12 = answers12("MapHeap", Role::kLock);
const Entry kUnmapHeap12 = returns_nothing12("UnmapHeap", true, Role::kUnlock);
const Entry kMakeResident12 = answers12("MakeResident");
const Entry kEvict12 = answers12("Evict");
const Entry kCreateQueue12 = answers12("CreateCommandQueue");
const Entry kDestroyQueue12 = returns_nothing12("DestroyCommandQueue", true);

}  // namespace drydock::d3d::entry
