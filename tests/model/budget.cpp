#include "tests/model/budget.h"

#include <rapidcheck.h>

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "rapidcheck/detail/Configuration.h"
#include "rapidcheck/detail/TestParams.h"
#include "tests/support/hang_guard.h"

namespace drydock::model {
namespace {

constexpr std::uint64_t kSeed = 20;

rc::detail::TestParams params_of_slice(int slice, int longest) {
  rc::detail::TestParams out;
  if (std::getenv("RC_PARAMS") != nullptr) {
    out = rc::detail::configuration().testParams;
  } else {
    out.seed = kSeed;
    out.maxSuccess = slice;
  }
  out.maxSize = longest;
  return out;
}

std::string failure_of(const std::function<void()>& property,
                       const rc::detail::TestParams& params) {
  const rc::detail::TestMetadata metadata;
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (result.is<rc::detail::SuccessResult>()) return {};
  std::ostringstream out;
  out << "RC_PARAMS=\"seed=" << params.seed << " max_success=" << params.maxSuccess << "\"\n";
  rc::detail::printResultMessage(result, out);
  return out.str();
}

}  // namespace

std::string play_within_budget(const std::function<void()>& property, int slice, int longest) {
  rc::detail::TestParams params = params_of_slice(slice, longest);
  if (std::getenv("RC_PARAMS") != nullptr) testing::HangGuard::has(std::chrono::minutes(10));
  const char* const seconds = std::getenv("DRYDOCK_MODEL_SECONDS");
  if (seconds == nullptr) return failure_of(property, params);
  const std::chrono::seconds budget(std::atoi(seconds));
  testing::HangGuard::has(budget + std::chrono::minutes(5));  // the last round and its shrinking
  const auto end = std::chrono::steady_clock::now() + budget;
  if (std::getenv("RC_PARAMS") == nullptr)
    params.seed =
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  for (; std::chrono::steady_clock::now() < end; ++params.seed) {
    if (std::string failure = failure_of(property, params); !failure.empty()) return failure;
  }
  return {};
}

}  // namespace drydock::model
