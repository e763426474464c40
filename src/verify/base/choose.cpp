#include "src/verify/base/choose.h"

#include <fnmatch.h>

namespace drydock::verify {
const std::filesystem::path& driver_of(const Subject& subject, DriverKind kind) {
  switch (kind) {
    case DriverKind::kMiniport:
      return subject.miniport;
    case DriverKind::kUserMode:
      return subject.umd;
    case DriverKind::kMinidriver:
      return subject.avstream;
  }
  return subject.miniport;
}

std::vector<const Scenario*> all_scenarios() {
  std::vector<const Scenario*> out;
  for (const auto part :
       {load_scenarios(), miniport_scenarios(), user_mode_scenarios(), minidriver_scenarios()}) {
    for (const Scenario& scenario : part) out.push_back(&scenario);
  }
  return out;
}

std::vector<const Scenario*> scenarios_for(const Subject& subject, const std::string& glob) {
  std::vector<const Scenario*> out = all_scenarios();
  std::erase_if(out, [&](const Scenario* scenario) {
    return driver_of(subject, scenario->kind).empty() ||
           fnmatch(glob.c_str(), std::string(scenario->name).c_str(), 0) != 0;
  });
  return out;
}

void take_reference_drivers(Subject& subject) {
  subject.miniport = Dock::software_gpu();
  const std::filesystem::path folder = subject.miniport.parent_path();
  subject.umd = folder / "softgpu_umd.so";
  subject.avstream = folder / "vcam.so";
}

}  // namespace drydock::verify
