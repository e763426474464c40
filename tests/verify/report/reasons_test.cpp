#include "src/verify/report/reasons.h"

#include <gtest/gtest.h>

#include "drydock/rules.h"

namespace {

using namespace drydock;
using namespace drydock::verify;

TEST(Reasons, NameWhatADriverWouldHaveToDo) {
  EXPECT_EQ(
      needed_for("U-291"),
      "a driver that offers renamed allocations by list (HandleList of pfnOfferAllocationsCb)");
  EXPECT_EQ(needed_for("S-283"), "a pin that captures into video memory (KSPROPSETID_VramCapture)");
  EXPECT_EQ(needed_for("K-417"), "a driver that calls DxgkCbGetHandleData with DeviceSpecific");
  EXPECT_EQ(needed_for("N-048"),
            "a driver that connects its interrupt itself (IoConnectInterrupt)");
  EXPECT_EQ(needed_for("K-001"), "");
}

// A need of a rule that nobody checks would be shown to nobody.
TEST(Reasons, AreOfRulesThatAreChecked) {
  std::size_t with_need = 0;
  for (const rules::Rule& rule : rules::catalogue()) {
    const auto id = rules::RuleId::parse(rule.id);
    ASSERT_TRUE(id.has_value());
    if (needed_for(*id).empty()) continue;
    ++with_need;
    EXPECT_EQ(rule.status, rules::Status::kChecked) << rule.id;
  }
  EXPECT_GT(with_need, 100U);
}

TEST(Reasons, SayWhyAnEntryPointIsNeverCalled) {
  EXPECT_NE(why_never_called("CreateOverlay").find("display"), std::string_view::npos);
  EXPECT_NE(why_never_called("VideoProcessBlt").find("video"), std::string_view::npos);
  EXPECT_EQ(why_never_called("CreateResource"), "");
  EXPECT_EQ(why_never_called(""), "");
}

}  // namespace
