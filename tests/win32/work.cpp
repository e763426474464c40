#include "tests/win32/work.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

constexpr const char* kFile = "driver.cpp";

constexpr const char* kHead = R"(#include <windows.h>
#include <d3dumddi.h>
#include <malloc.h>
#include <process.h>
#include <psapi.h>
#include <stdlib.h>
#include <string.h>
#include <winreg.h>
#define TEXT_OF_LINE(line) #line
#define PLACE(line) "line " TEXT_OF_LINE(line) ": "
#define HOLDS(condition) \
  do { if (!(condition)) return PLACE(__LINE__) #condition; } while (0)
#define FAILS(call, error)                                                     \
  do {                                                                         \
    SetLastError(0);                                                           \
    if (call) return PLACE(__LINE__) #call " does not fail";                   \
    if (GetLastError() != (error)) return PLACE(__LINE__) #call " not with " #error; \
  } while (0)
typedef const char* (*DeedRun)();
struct Deed { const char* name; DeedRun run; const Deed* next; };
static const Deed* deeds;
struct Listed {
  Deed deed;
  Listed(const char* name, DeedRun run) : deed{name, run, deeds} { deeds = &deed; }
};
#define DEED(name)                         \
  static const char* name();               \
  static Listed listed_##name(#name, name); \
  static const char* name()
static const HANDLE NoHandle = (HANDLE)0x7ffffff0;
)";

constexpr const char* kTail = R"(
extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* data) {
  data->hAdapter = (HANDLE)deeds;
  return S_OK;
}
)";

// The driver has the same structure.
struct Deed {
  const char* name;
  const char* (*run)();
  const Deed* next;
};
struct OpenArguments {
  const Deed* adapter;
  void* rest[16];
};

std::string source_of(const std::string& deeds) { return kHead + deeds + kTail; }

const Deed& find_deed(nt::LoadedDriver& driver, const std::string& name) {
  OpenArguments arguments{};
  auto* const open = reinterpret_cast<long (*)(OpenArguments*)>(driver.symbol("OpenAdapter"));
  driver.driver().run("OpenAdapter", [&] { open(&arguments); });
  for (const Deed* deed = arguments.adapter; deed != nullptr; deed = deed->next)
    if (deed->name == name) return *deed;
  throw std::runtime_error("no deed " + name);
}

}  // namespace

Work work_of(const std::string& deeds, const std::string& name, const WorkOptions& options) {
  const auto file = build_driver(source_of(deeds), ".cpp", {"--kind", "umd"});
  Work work;
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (options.seed) schedule.emplace(*options.seed);
  work.driver = nt::LoadedDriver::load(file);
  nt::Driver& driver = work.driver->driver();
  const Deed& deed = find_deed(*work.driver, name);
  {
    const sim::FaultInjection injection({.nth = options.fault});
    driver.run(deed.name, [&] {
      const char* const failure = deed.run();
      work.failure = failure == nullptr ? "" : failure;
    });
    work.fault_points = injection.points();
  }
  work.driver->unload();
  work.alive = driver.alive();
  work.findings = log.findings();
  return work;
}

void expect_work(const std::string& deeds, const std::string& name) {
  for (const std::optional<std::uint64_t> seed :
       {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1),
        std::optional<std::uint64_t>(2), std::optional<std::uint64_t>(3)}) {
    const Work work = work_of(deeds, name, {.seed = seed});
    const std::string when = name + " under " + std::to_string(seed.value_or(0));
    EXPECT_EQ(work.failure, "") << when;
    EXPECT_TRUE(work.alive) << when;
    EXPECT_TRUE(work.findings.empty()) << when << '\n' << text_of(work.findings);
  }
}

void expect_end(const std::string& deeds, const std::string& name, const std::string& rule) {
  const Work work = work_of(deeds, name);
  EXPECT_EQ(work.failure, "the driver ended") << name;
  EXPECT_FALSE(work.alive) << name;
  ASSERT_TRUE(has(work.findings, rule)) << name << '\n' << text_of(work.findings);
  EXPECT_TRUE(passes(first(work.findings, rule), deeds, name)) << text_of(work.findings);
}

bool passes(const rules::Finding& finding, const std::string& deeds, const std::string& mark) {
  return mentions_line(finding, kFile, line_of(source_of(deeds), "/*" + mark + "*/"));
}

}  // namespace drydock::testing
