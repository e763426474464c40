// The page of a rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/rules/render.h"

namespace drydock::rules {
namespace {

using ::testing::HasSubstr;

TEST(Page, HasAllThatIsKnownOfARule) {
  Rule rule = catalogue().front();
  rule.id = "K-001";
  rule.title = "A | bar, \"quotes\" and <angles>";
  rule.text = "Text";
  rule.outcome = "";
  rule.source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md; display/a-page.md; Wine <tests>";
  rule.lesson = {.why = "Because.", .check = "Looked at.", .wrong = "a->b & c", .right = "b"};
  const std::string page = to_page(rule);
  EXPECT_EQ(page_name(rule), "K-001.html");
  EXPECT_THAT(page, HasSubstr("<h1>K-001 A | bar, \"quotes\" and &lt;angles&gt;</h1>"));
  EXPECT_THAT(page, HasSubstr("<h2>Rule</h2>\n<p>Text</p>"));
  EXPECT_THAT(page, HasSubstr("<h2>Why</h2>\n<p>Because.</p>"));
  EXPECT_THAT(page, HasSubstr("<pre>a-&gt;b &amp; c</pre>"));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("If broken"))) << "it has none";
  const std::string site = "<a href=\"https://learn.microsoft.com/windows-hardware/drivers/";
  EXPECT_THAT(page, HasSubstr(site + "ddi/dispmprt/nc-dispmprt-dxgkddi_start_device\">"));
  EXPECT_THAT(page, HasSubstr(site + "display/a-page\">display/a-page.md</a>; Wine &lt;tests&gt;"));
}

TEST(Page, OfEachRuleIsWhole) {
  for (const Rule& rule : catalogue()) {
    const std::string page = to_page(rule);
    EXPECT_TRUE(page.ends_with("</body>\n</html>\n")) << rule.id;
    EXPECT_THAT(page, HasSubstr("<h2>Source</h2>")) << rule.id;
  }
}

}  // namespace
}  // namespace drydock::rules
