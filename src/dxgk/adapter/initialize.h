// The miniports of the process: what each DriverEntry registered by DxgkInitialize.
#pragma once

#include <optional>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/life/loader.h"

namespace drydock::dxgk {

// Returns the registration of a driver; nothing when it is no miniport, or was unloaded.
std::optional<Miniport> miniport_of(const nt::Driver& driver);

// A device of the driver vanished, and the driver cannot be told: Windows keeps it loaded, without
// calls, until the machine restarts. Its unload calls nothing and holds it to nothing.
void note_stranded(const nt::Driver& driver);

// Calls DriverEntry of a miniport, which must register and return the result of that (K-045).
// Nothing when it did not become a miniport; `status` is DriverEntry's.
std::optional<Miniport> start_miniport(nt::LoadedDriver& driver, NTSTATUS& status);

}  // namespace drydock::dxgk
