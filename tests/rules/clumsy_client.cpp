// A client that destroys a device which it never had, three times at one place and once at another.
//
//   clumsy_client            breaks the rule
//   clumsy_client off        the same, with the findings about clients switched off
//   clumsy_client collect    the same, and prints how many findings it collected
//   clumsy_client abort      ends by abort() after it broke the rule
//   clumsy_client good       breaks nothing
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "drydock/findings.h"
#include "src/wdk/graphics.h"

namespace {

void destroy_nothing() {
  const D3DKMT_DESTROYDEVICE destroy{0x40ABCD00};
  if (D3DKMTDestroyDevice(&destroy) != STATUS_INVALID_PARAMETER) std::exit(2);
}

void break_rule() {
  for (int i = 0; i < 3; ++i) destroy_nothing();
  destroy_nothing();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view how = count > 1 ? arguments[1] : "";
  if (how == "good") return 0;
  if (how == "collect") {
    const drydock::Findings findings;
    break_rule();
    std::printf("collected %zu\n", findings.all().size());
    return 0;
  }
  std::optional<drydock::ClientFindingsOff> off;
  if (how == "off") off.emplace();
  break_rule();
  if (how == "abort") std::abort();
  return 0;
}
