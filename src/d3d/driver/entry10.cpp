// The errors that the functions of Direct3D 10 and later may set by pfnSetErrorCb.
#include "src/d3d/driver/entry.h"
#include "src/d3d/driver/wdk10.h"

namespace drydock::d3d::entry {
namespace {

constexpr HRESULT kSetsMemory[] = {E_OUTOFMEMORY};
constexpr HRESULT kCreatingDevice[] = {E_OUTOFMEMORY, DXGI_STATUS_NO_REDIRECTION};
constexpr HRESULT kSetsRemoved[] = {D3DDDIERR_DEVICEREMOVED};
constexpr HRESULT kSetsCreating[] = {E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED};
constexpr HRESULT kCreatingResource[] = {E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED,
                                         DXGI_DDI_ERR_UNSUPPORTED};
constexpr HRESULT kMapping[] = {D3DDDIERR_DEVICEREMOVED, DXGI_DDI_ERR_WASSTILLDRAWING};

using Role = Entry::Role;

constexpr Entry by_callback(const char* name, std::span<const HRESULT> legal,
                            rules::RuleId rule = "U-237"_rule, Role role = Role::kOther) {
  return {.name = name, .legal = legal, .rule = rule, .reports_by_callback = true, .role = role};
}
constexpr Entry cleanup_by_callback(const char* name, rules::RuleId rule,
                                    Role role = Role::kOther) {
  return {.name = name,
          .legal = kSetsRemoved,
          .rule = rule,
          .is_cleanup = true,
          .reports_by_callback = true,
          .role = role};
}

}  // namespace

const Entry kOpenAdapter10{"OpenAdapter10", kSetsMemory, "U-038"_rule};
const Entry kOpenAdapter10Second{"OpenAdapter10_2", kSetsMemory, "U-038"_rule};
const Entry kGetSupportedVersions{"GetSupportedVersions", kSetsMemory};
const Entry kGetCaps10{"GetCaps"};
const Entry kCreateDevice10{"CreateDevice", kCreatingDevice, "U-044"_rule};
// A runtime that is too old is refused in any words.
const Entry kCreateDeviceForOld10{"CreateDevice"};
const Entry kCalcPrivateSize = by_callback("CalcPrivateSize", {}, "U-237"_rule, Role::kCalculate);
const Entry kDestroyDevice10 = cleanup_by_callback("DestroyDevice", "U-222"_rule);
const Entry kCreateResource10 = by_callback("CreateResource", kCreatingResource, "U-239"_rule);
const Entry kOpenResource10 = by_callback("OpenResource", kSetsCreating, "U-114"_rule);
const Entry kDestroyResource10 =
    cleanup_by_callback("DestroyResource", "U-216"_rule, Role::kDestroyResource);
const Entry kMap10 = by_callback("ResourceMap", kSetsRemoved, "U-190"_rule, Role::kLock);
const Entry kMapWithoutWait10 = by_callback("ResourceMap", kMapping, "U-190"_rule, Role::kLock);
const Entry kUnmap10 = by_callback("ResourceUnmap", kSetsRemoved, "U-190"_rule, Role::kUnlock);
const Entry kIsStagingBusy10 = by_callback("ResourceIsStagingBusy", {}, "U-237"_rule);
const Entry kFlush10 = by_callback("Flush", kSetsRemoved);
const Entry kCopy10 = by_callback("ResourceCopy", kSetsRemoved);
const Entry kUpdate10 = by_callback("ResourceUpdateSubresourceUP", kSetsRemoved);
const Entry kClear10 = by_callback("ClearRenderTargetView", kSetsRemoved);
const Entry kDraw10 = by_callback("Draw", kSetsRemoved);
const Entry kBind10 = {.name = "a function that binds",
                       .legal = kSetsRemoved,
                       .rule = "U-237"_rule,
                       .is_cleanup = true,
                       .reports_by_callback = true};
const Entry kCreateChild10 =
    by_callback("a function that creates a view or a state", kSetsCreating);
const Entry kDestroyChild10 =
    cleanup_by_callback("a function that destroys a view or a state", "U-237"_rule);
const Entry kCheck10 = by_callback("CheckFormatSupport", {}, "U-237"_rule, Role::kCheck);
const Entry kCheckSizes10 =
    by_callback("CheckDeferredContextHandleSizes", {}, "U-237"_rule, Role::kCheck);
const Entry kCreateDeferred10 = by_callback("CreateDeferredContext", kSetsCreating);
const Entry kDestroyDeferred10 =
    cleanup_by_callback("DestroyDevice of a deferred context", "U-222"_rule);
const Entry kOpenLocal10 =
    by_callback("a function that opens a deferred context's handle", kSetsCreating);
const Entry kCloseLocal10 =
    cleanup_by_callback("a function that closes a deferred context's handle", "U-237"_rule);
const Entry kAbandon10 = cleanup_by_callback("AbandonCommandList", "U-237"_rule);
const Entry kCreateCommandList10 = by_callback("CreateCommandList", kSetsCreating);
const Entry kDestroyCommandList10 = cleanup_by_callback("DestroyCommandList", "U-237"_rule);
const Entry kExecute10 = by_callback("CommandListExecute", kSetsCreating);
const Entry kPresentDxgi{"PresentDXGI"};
const Entry kRotateDxgi{"RotateResourceIdentitiesDXGI"};
const Entry kResolveDxgi{"ResolveSharedResourceDXGI", kSetsRemoved, "U-121"_rule};

}  // namespace drydock::d3d::entry
