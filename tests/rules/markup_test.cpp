// Text inside HTML and XML.
#include "src/rules/markup.h"

#include <gtest/gtest.h>

#include <string>

namespace drydock::rules {
namespace {

TEST(Markup, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(escape_text("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; \"d\"");
  EXPECT_EQ(escape_attribute("<\"a\" & b>"), "&lt;&quot;a&quot; &amp; b&gt;");
}

// A reader of XML turns a return into a line break, and in an attribute every white space into a
// blank.
TEST(Markup, PreservesWhiteSpace) {
  EXPECT_EQ(escape_text("a\tb\nc\r"), "a\tb\nc&#13;");
  EXPECT_EQ(escape_attribute("a\tb\nc\r"), "a&#9;b&#10;c&#13;");
}

TEST(Markup, PreservesCharactersOfEachLength) {
  const std::string text = "a\u00E9\u20AC\uFFFD\U0001F600\U0010FFFF";
  EXPECT_EQ(escape_text(text), text);
  EXPECT_EQ(escape_attribute(text), text);
}

TEST(Markup, ReplacesWhatXmlCannotWrite) {
  EXPECT_EQ(escape_text(std::string_view("a\0b\x1F", 4)), "a\uFFFDb\uFFFD") << "controls";
  EXPECT_EQ(escape_text("\xEF\xBF\xBE|"), "\uFFFD\uFFFD\uFFFD|") << "U+FFFE, byte by byte";
  EXPECT_EQ(escape_text("\xEF\xBF\xBF|"), "\uFFFD\uFFFD\uFFFD|") << "U+FFFF";
}

// A byte that begins no character is replaced alone, so that what follows it is read.
TEST(Markup, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(escape_text("\xFF<\x80"), "\uFFFD&lt;\uFFFD") << "never a first byte";
  EXPECT_EQ(escape_text("\xC3"), "\uFFFD") << "cut short by the end";
  EXPECT_EQ(escape_text("\xE2\x82&"), "\uFFFD\uFFFD&amp;") << "cut short by another character";
  EXPECT_EQ(escape_text("\xC1\xBF"), "\uFFFD\uFFFD") << "two bytes for one";
  EXPECT_EQ(escape_text("\xE0\x9F\xBF"), "\uFFFD\uFFFD\uFFFD") << "three bytes for two";
  EXPECT_EQ(escape_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "half of a pair";
  EXPECT_EQ(escape_text("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "above the last";
}

}  // namespace
}  // namespace drydock::rules
