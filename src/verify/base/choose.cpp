#include "src/verify/base/choose.h"

#include <fnmatch.h>

namespace drydock::verify {
const std::filesystem::path& driver_of(const TestedDrivers& drivers, DriverKind kind) {
  switch (kind) {
    case DriverKind::kMiniport:
      return drivers.miniport;
    case DriverKind::kUserMode:
      return drivers.umd;
    case DriverKind::kMinidriver:
      return drivers.avstream;
  }
  return drivers.miniport;
}

std::vector<const Scenario*> all_scenarios() {
  std::vector<const Scenario*> out;
  for (const auto part :
       {load_scenarios(), miniport_scenarios(), user_mode_scenarios(), minidriver_scenarios()}) {
    for (const Scenario& scenario : part) out.push_back(&scenario);
  }
  return out;
}

std::vector<const Scenario*> scenarios_for(const TestedDrivers& drivers, const std::string& glob) {
  std::vector<const Scenario*> out = all_scenarios();
  std::erase_if(out, [&](const Scenario* scenario) {
    return driver_of(drivers, scenario->kind).empty() ||
           fnmatch(glob.c_str(), std::string(scenario->name).c_str(), 0) != 0;
  });
  return out;
}

void use_reference_drivers(TestedDrivers& drivers) {
  drivers.miniport = Dock::software_gpu();
  const std::filesystem::path folder = drivers.miniport.parent_path();
  drivers.umd = folder / "softgpu_umd.so";
  drivers.avstream = folder / "vcam.so";
}

}  // namespace drydock::verify
