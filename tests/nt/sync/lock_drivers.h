// Small drivers around one piece of code, for the rules of IRQL and locks.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/test_driver.h"

namespace drydock::testing {

// A driver that runs `body` in its DriverEntry. The line that breaks a rule carries the mark "//
// here".
inline std::string driver_with(std::string_view body, std::string_view globals = "") {
  std::string source = "#include <ntddk.h>\n";
  source += globals;
  source +=
      "\nstatic VOID Unload(PDRIVER_OBJECT driver) { UNREFERENCED_PARAMETER(driver); }\n"
      "NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {\n"
      "  UNREFERENCED_PARAMETER(path);\n"
      "  driver->DriverUnload = Unload;\n";
  source += body;
  source += "\n  return STATUS_SUCCESS;\n}\n";
  return source;
}

// The rule is found, once, at the marked line of the driver's source; `other` is the mark of a line
// that the finding names too.
inline void expect_found(std::string_view rule, const std::string& source,
                         std::string_view other = "// here") {
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, rule)) << text_of(life.findings);
  EXPECT_EQ(count(life.findings, rule), 1U) << text_of(life.findings);
  const rules::Finding& finding = first(life.findings, rule);
  for (const std::string_view mark : {std::string_view("// here"), other}) {
    EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, mark)))
        << mark << '\n'
        << text_of(life.findings);
  }
}

// The driver looks itself at what the host did after the finding, and returns what it thinks of it.
// Nothing else is found until its end.
inline void expect_found_alone(std::string_view rule, const std::string& source) {
  const Life life = life_of(source);
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_EQ(life.findings.size(), 1U) << text_of(life.findings);
  EXPECT_TRUE(has(life.findings, rule)) << text_of(life.findings);
}

inline void expect_silent(const std::string& source) {
  const Life life = life_of(source);
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace drydock::testing
