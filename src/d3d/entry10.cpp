// What the functions of Direct3D 10 and later may tell by pfnSetErrorCb.
#include "src/d3d/entry.h"
#include "src/d3d/wdk10.h"

namespace drydock::d3d::entry {
namespace {

constexpr HRESULT kTellsMemory[] = {E_OUTOFMEMORY};
constexpr HRESULT kCreatingDevice[] = {E_OUTOFMEMORY, DXGI_STATUS_NO_REDIRECTION};
constexpr HRESULT kTellsRemoved[] = {D3DDDIERR_DEVICEREMOVED};
constexpr HRESULT kTellsCreating[] = {E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED};
constexpr HRESULT kCreatingResource[] = {E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED,
                                         DXGI_DDI_ERR_UNSUPPORTED};
constexpr HRESULT kMapping[] = {D3DDDIERR_DEVICEREMOVED, DXGI_DDI_ERR_WASSTILLDRAWING};

using Role = Entry::Role;

constexpr Entry told(const char* name, std::span<const HRESULT> legal,
                     rules::RuleId rule = "U-237"_rule, Role role = Role::kOther) {
  return {.name = name, .legal = legal, .rule = rule, .is_told = true, .role = role};
}
constexpr Entry told_cleanup(const char* name, rules::RuleId rule, Role role = Role::kOther) {
  return {.name = name,
          .legal = kTellsRemoved,
          .rule = rule,
          .is_cleanup = true,
          .is_told = true,
          .role = role};
}

}  // namespace

const Entry kOpenAdapter10{"OpenAdapter10", kTellsMemory, "U-038"_rule};
const Entry kGetSupportedVersions{"GetSupportedVersions", kTellsMemory};
const Entry kGetCaps10{"GetCaps"};
const Entry kCreateDevice10{"CreateDevice", kCreatingDevice, "U-044"_rule};
// A runtime that is too old is refused in any words.
const Entry kCreateDeviceForOld10{"CreateDevice"};
const Entry kCalcPrivateSize = told("CalcPrivateSize", {}, "U-237"_rule, Role::kCalculate);
const Entry kDestroyDevice10 = told_cleanup("DestroyDevice", "U-222"_rule);
const Entry kCreateResource10 = told("CreateResource", kCreatingResource, "U-239"_rule);
const Entry kOpenResource10 = told("OpenResource", kTellsCreating, "U-114"_rule);
const Entry kDestroyResource10 =
    told_cleanup("DestroyResource", "U-216"_rule, Role::kDestroyResource);
const Entry kMap10 = told("ResourceMap", kTellsRemoved, "U-190"_rule, Role::kLock);
const Entry kMapWithoutWait10 = told("ResourceMap", kMapping, "U-190"_rule, Role::kLock);
const Entry kUnmap10 = told("ResourceUnmap", kTellsRemoved, "U-190"_rule, Role::kUnlock);
const Entry kIsStagingBusy10 = told("ResourceIsStagingBusy", {}, "U-237"_rule);
const Entry kFlush10 = told("Flush", kTellsRemoved);
const Entry kCopy10 = told("ResourceCopy", kTellsRemoved);
const Entry kUpdate10 = told("ResourceUpdateSubresourceUP", kTellsRemoved);
const Entry kClear10 = told("ClearRenderTargetView", kTellsRemoved);
const Entry kDraw10 = told("Draw", kTellsRemoved);
const Entry kBind10 = {.name = "a function that binds",
                       .legal = kTellsRemoved,
                       .rule = "U-237"_rule,
                       .is_cleanup = true,
                       .is_told = true};
const Entry kCreateChild10 = told("a function that creates a view or a state", kTellsCreating);
const Entry kDestroyChild10 =
    told_cleanup("a function that destroys a view or a state", "U-237"_rule);
const Entry kCheck10 = told("CheckFormatSupport", {}, "U-237"_rule, Role::kCheck);
const Entry kCheckSizes10 = told("CheckDeferredContextHandleSizes", {}, "U-237"_rule, Role::kCheck);
const Entry kCreateDeferred10 = told("CreateDeferredContext", kTellsCreating);
const Entry kDestroyDeferred10 = told_cleanup("DestroyDevice of a deferred context", "U-222"_rule);
const Entry kOpenLocal10 =
    told("a function that opens a deferred context's handle", kTellsCreating);
const Entry kCloseLocal10 =
    told_cleanup("a function that closes a deferred context's handle", "U-237"_rule);
const Entry kAbandon10 = told_cleanup("AbandonCommandList", "U-237"_rule);
const Entry kCreateCommandList10 = told("CreateCommandList", kTellsCreating);
const Entry kDestroyCommandList10 = told_cleanup("DestroyCommandList", "U-237"_rule);
const Entry kExecute10 = told("CommandListExecute", kTellsCreating);
const Entry kPresentDxgi{"PresentDXGI"};
const Entry kRotateDxgi{"RotateResourceIdentitiesDXGI"};
const Entry kResolveDxgi{"ResolveSharedResourceDXGI", kTellsRemoved, "U-121"_rule};

}  // namespace drydock::d3d::entry
