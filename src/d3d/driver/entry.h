// The entry points of user-mode drivers, and what the documents let each of them answer.
//
// A table of constants: driver/entry.cpp has those of Direct3D 9, entry10.cpp those of Direct3D 10
// and 11, entry12.cpp those of Direct3D 12. An entry is known by its address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "drydock/rule_id.h"
#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

struct Entry {
  const char* name;  // "CreateResource"
  // Results besides S_OK that the page lists; what a callback returned meanwhile may be passed on.
  std::span<const HRESULT> legal = {};
  // The rule that another result breaks; none: any will do, but never an E_INVALIDARG of its own.
  std::optional<rules::RuleId> rule = {};
  // Undoes things: must succeed on a device that is removed, so it may hide that error.
  bool is_cleanup = false;
  // Allocates nothing that its work needs: what it allocates makes things faster.
  bool is_frugal = false;
  // In Direct3D 10 and later: the function returns nothing and sets its error by pfnSetErrorCb.
  bool reports_by_callback = false;
  enum class Role : std::uint8_t { kOther, kLock, kUnlock, kDestroyResource, kCheck, kCalculate };
  Role role = Role::kOther;
  // In Direct3D 12: the rule that the function breaks when it succeeds although a callback failed.
  std::optional<rules::RuleId> rule_if_hidden = {};
};

namespace entry {
extern const Entry kOpenAdapter, kCloseAdapter, kGetCaps, kCreateDevice, kDestroyDevice,
    kCreateResource, kCreateResource2, kOpenResource, kDestroyResource, kLock, kUnlock, kLockAsync,
    kUnlockAsync, kRename, kFlush, kFlush1, kPresent, kBlt, kColorFill, kSetPriority,
    kQueryResourceResidency, kOfferResources, kReclaimResources, kGetCaptureAllocationHandle,
    kResolveSharedResource, kTrimResidencySet;

// Entry points of Direct3D 10 and later.
extern const Entry kOpenAdapter10, kOpenAdapter10Second, kGetSupportedVersions, kGetCaps10,
    kCalcPrivateSize, kCreateDevice10, kCreateDeviceForOld10, kDestroyDevice10, kCreateResource10,
    kOpenResource10, kDestroyResource10, kMap10, kMapWithoutWait10, kUnmap10, kIsStagingBusy10,
    kFlush10, kCopy10, kUpdate10, kClear10, kDraw10, kBind10, kCreateChild10, kDestroyChild10,
    kCheck10, kPresentDxgi, kRotateDxgi, kResolveDxgi;

// Entry points of deferred contexts and command lists.
extern const Entry kCheckSizes10, kCreateDeferred10, kDestroyDeferred10, kOpenLocal10,
    kCloseLocal10, kAbandon10, kCreateCommandList10, kDestroyCommandList10, kExecute10;

// Entry points of Direct3D 12.
extern const Entry kOpenAdapter12, kGetCaps12, kGetTables12, kFillTable12, kExtendedFeature12,
    kCreateDevice12, kCalculate12, kDestroyDevice12, kCreateHeap12, kOpenHeap12, kDestroyHeap12,
    kMapHeap12, kUnmapHeap12, kMakeResident12, kEvict12, kCreateQueue12, kDestroyQueue12;
}  // namespace entry

}  // namespace drydock::d3d
