// Flags as the value of a planned mistake, by the names of their members.
#pragma once

#include "src/d3d/driver/wdk.h"

namespace drydock::testing {

template <typename Flags, typename Set>
ULONG value_of(Set&& set) {
  Flags flags{};
  set(flags);
  return flags.Value;
}

namespace lock_flag {
using Flags = D3DDDICB_LOCKFLAGS;
inline const ULONG kReadOnly = value_of<Flags>([](Flags& flags) { flags.ReadOnly = 1; });
inline const ULONG kWriteOnly = value_of<Flags>([](Flags& flags) { flags.WriteOnly = 1; });
inline const ULONG kDonotWait = value_of<Flags>([](Flags& flags) { flags.DonotWait = 1; });
inline const ULONG kIgnoreSync = value_of<Flags>([](Flags& flags) { flags.IgnoreSync = 1; });
inline const ULONG kEntire = value_of<Flags>([](Flags& flags) { flags.LockEntire = 1; });
inline const ULONG kAperture = value_of<Flags>([](Flags& flags) { flags.AcquireAperture = 1; });
inline const ULONG kAlternate = value_of<Flags>([](Flags& flags) { flags.UseAlternateVA = 1; });
}  // namespace lock_flag

namespace lock2_flag {
using Flags = D3DDDICB_LOCK2FLAGS;
inline const ULONG kReserved = value_of<Flags>([](Flags& flags) { flags.Reserved = 1; });
}  // namespace lock2_flag

namespace destroy_flag {
using Flags = D3DDDICB_DESTROYALLOCATION2FLAGS;
inline const ULONG kNotInUse = value_of<Flags>([](Flags& flags) { flags.AssumeNotInUse = 1; });
inline const ULONG kSynchronous =
    value_of<Flags>([](Flags& flags) { flags.SynchronousDestroy = 1; });
inline const ULONG kReserved = value_of<Flags>([](Flags& flags) { flags.Reserved = 1; });
inline const ULONG kSystemUse = value_of<Flags>([](Flags& flags) { flags.SystemUseOnly = 1; });
}  // namespace destroy_flag

namespace render_flag {
using Flags = D3DDDICB_RENDERFLAGS;
inline const ULONG kNull = value_of<Flags>([](Flags& flags) { flags.NullRendering = 1; });
inline const ULONG kReserved = value_of<Flags>([](Flags& flags) { flags.Reserved = 1; });
}  // namespace render_flag

// Of an entry of the allocation list.
namespace entry_flag {
using Entry = D3DDDI_ALLOCATIONLIST;
inline const ULONG kWrite = value_of<Entry>([](Entry& entry) { entry.WriteOperation = 1; });
inline const ULONG kOffer = value_of<Entry>([](Entry& entry) { entry.OfferPriority = 1; });
inline const ULONG kReserved = value_of<Entry>([](Entry& entry) { entry.Reserved = 1; });
}  // namespace entry_flag

namespace escape_flag {
using Flags = D3DDDI_ESCAPEFLAGS;
inline const ULONG kHardware = value_of<Flags>([](Flags& flags) { flags.HardwareAccess = 1; });
inline const ULONG kStatus = value_of<Flags>([](Flags& flags) { flags.DeviceStatusQuery = 1; });
inline const ULONG kLatency = value_of<Flags>([](Flags& flags) { flags.ChangeFrameLatency = 1; });
}  // namespace escape_flag

}  // namespace drydock::testing
