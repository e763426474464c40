#include "src/d3d/driver/entry.h"

#include "src/d3d/driver/result.h"

namespace drydock::d3d::entry {
namespace {

constexpr HRESULT kMemory[] = {E_OUTOFMEMORY};
constexpr HRESULT kUnlocking[] = {E_OUTOFMEMORY, E_INVALIDARG};
constexpr HRESULT kRemoved[] = {D3DDDIERR_DEVICEREMOVED};
// The callers of Lock and CreateResource check the results that depend on the arguments.
constexpr HRESULT kLocking[] = {E_OUTOFMEMORY, D3DDDIERR_WASSTILLDRAWING};
constexpr HRESULT kLockingAsync[] = {E_OUTOFMEMORY, E_NOTIMPL, D3DDDIERR_WASSTILLDRAWING};
constexpr HRESULT kCreating[] = {E_OUTOFMEMORY, D3DDDIERR_NOTAVAILABLE};
constexpr HRESULT kCreating2[] = {E_OUTOFMEMORY, D3DDDIERR_NOTAVAILABLE, E_INVALIDARG};
constexpr HRESULT kInvalid[] = {E_INVALIDARG, E_OUTOFMEMORY};
constexpr HRESULT kResidency[] = {kNotResident, kResidentInSharedMemory, E_INVALIDARG,
                                  E_OUTOFMEMORY};

}  // namespace

const Entry kOpenAdapter{"OpenAdapter", kMemory, "U-038"_rule};
const Entry kCloseAdapter{.name = "CloseAdapter", .is_cleanup = true};
const Entry kGetCaps{"GetCaps"};
const Entry kCreateDevice{"CreateDevice", kMemory, "U-044"_rule};
const Entry kDestroyDevice{.name = "DestroyDevice", .is_cleanup = true, .is_frugal = true};
const Entry kCreateResource{"CreateResource", kCreating, "U-055"_rule};
const Entry kCreateResource2{"CreateResource2", kCreating2};
const Entry kOpenResource{"OpenResource"};
const Entry kDestroyResource{.name = "DestroyResource",
                             .is_cleanup = true,
                             .is_frugal = true,
                             .role = Entry::Role::kDestroyResource};
const Entry kLock{
    .name = "Lock", .legal = kLocking, .rule = "U-155"_rule, .role = Entry::Role::kLock};
const Entry kUnlock{.name = "Unlock",
                    .legal = kUnlocking,
                    .rule = "U-161"_rule,
                    .is_frugal = true,
                    .role = Entry::Role::kUnlock};
const Entry kLockAsync{"LockAsync", kLockingAsync, "U-181"_rule};
const Entry kUnlockAsync{
    .name = "UnlockAsync", .legal = kUnlocking, .rule = "U-161"_rule, .is_frugal = true};
const Entry kRename{.name = "Rename", .legal = kMemory, .rule = "U-183"_rule, .is_frugal = true};
const Entry kFlush{"Flush", kMemory, "U-123"_rule};
const Entry kFlush1{"Flush1", kMemory, "U-123"_rule};
const Entry kPresent{"Present", kMemory};
const Entry kBlt{"Blt"};
const Entry kColorFill{"ColorFill"};
const Entry kSetPriority{.name = "SetPriority", .legal = kInvalid, .is_frugal = true};
const Entry kQueryResourceResidency{
    .name = "QueryResourceResidency", .legal = kResidency, .rule = "U-297"_rule, .is_frugal = true};
const Entry kOfferResources{
    .name = "OfferResources", .legal = kRemoved, .rule = "U-292"_rule, .is_frugal = true};
const Entry kReclaimResources{
    .name = "ReclaimResources", .legal = kRemoved, .rule = "U-292"_rule, .is_frugal = true};
const Entry kGetCaptureAllocationHandle{"GetCaptureAllocationHandle", kMemory, "U-083"_rule};
const Entry kResolveSharedResource{"ResolveSharedResource", kRemoved, "U-121"_rule};
const Entry kTrimResidencySet{.name = "TrimResidencySet", .is_frugal = true};

}  // namespace drydock::d3d::entry
