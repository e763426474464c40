#include "src/verify/scenarios/any/load.h"

#include "src/nt/life/loader.h"
#include "src/verify/base/scenario.h"
#include "src/verify/base/start_help.h"
#include "src/verify/base/start_notes.h"

namespace drydock::verify {

void load_and_unload(const std::filesystem::path& file) {
  const StartNotes notes(file.stem().string());
  const auto driver = nt::LoadedDriver::load(file);
  const NTSTATUS status = driver->start();
  driver->unload();
  if (NT_SUCCESS(status)) return;
  const std::string why = why_not_loaded(file, status);
  throw DoesNotStart(why, notes.before(why));
}

namespace {

void load_miniport(Run& run) { load_and_unload(run.drivers().miniport); }
void load_minidriver(Run& run) { load_and_unload(run.drivers().avstream); }

constexpr Scenario kScenarios[] = {
    {.name = "load.miniport",
     .kind = DriverKind::kMiniport,
     .what = "DriverEntry and unload of a miniport that gets no device",
     .body = load_miniport},
    {.name = "load.minidriver",
     .kind = DriverKind::kMinidriver,
     .what = "DriverEntry and unload of a minidriver that gets no device",
     .body = load_minidriver},
};

}  // namespace

std::span<const Scenario> load_scenarios() { return kScenarios; }

}  // namespace drydock::verify
