// User-mode drivers that tests of Win32 write: deeds, each of which says what did not hold.
//
//   DEED(Name) {
//     HOLDS(condition);
//     FAILS(call, ERROR_SOMETHING);  // a call that answers false, null or 0
//     return NULL;
//   }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

struct WorkOptions {
  std::optional<std::uint64_t> seed = {};   // the deed is done under this schedule
  std::optional<std::uint64_t> fault = {};  // the fault point of the deed that fails
};

// One life of the driver with one deed.
struct Work {
  std::string failure = "the driver ended";  // empty when everything held
  bool alive = false;
  std::uint64_t fault_points = 0;  // that the deed met
  std::vector<rules::Finding> findings;
  std::unique_ptr<nt::LoadedDriver> driver;  // keeps the code mapped
};

// `deeds` is C++, behind the headers of Win32. Throws std::runtime_error when it does not compile
// or has no deed of that name.
Work work_of(const std::string& deeds, const std::string& name, const WorkOptions& options = {});

// Everything holds and nothing is found: without a schedule and in some.
void expect_work(const std::string& deeds, const std::string& name);

// The driver is ended by this finding, at the line that holds /*name*/.
void expect_end(const std::string& deeds, const std::string& name, const std::string& rule);

// A stack of the finding passes the line of the driver that holds the mark.
bool passes(const rules::Finding& finding, const std::string& deeds, const std::string& mark);

}  // namespace drydock::testing
