#include "src/cc/lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace drydock::cc {
namespace {

// The tokens with a letter for their kind; the end of a directive is "/".
std::string spelled(std::string_view text) {
  constexpr char kLetters[] = {'w', 'n', 'p', 'l', '/'};
  std::string out;
  for (const Token& token : tokens_of(text)) {
    if (!out.empty()) out += ' ';
    out += kLetters[static_cast<int>(token.kind)];
    out += text.substr(token.begin, token.size);
  }
  return out;
}

TEST(Lexer, SplitsWordsNumbersAndPunctuation) {
  EXPECT_EQ(spelled("a1_b = 0x1F+c;"), "wa1_b p= n0x1F p+ wc p;");
  EXPECT_EQ(spelled("a->b::c"), "wa p- p> wb p: p: wc");
  EXPECT_EQ(spelled(""), "");
  EXPECT_EQ(spelled(" \t\n"), "");
}

TEST(Lexer, LeavesCommentsOut) {
  EXPECT_EQ(spelled("a // b \"c\nd"), "wa wd");
  EXPECT_EQ(spelled("a /* b \n ' */ d"), "wa wd");
  EXPECT_EQ(spelled("a /* never ends"), "wa");
  EXPECT_EQ(spelled("a / b"), "wa p/ wb");
}

TEST(Lexer, LiteralsHideWhatIsInThem) {
  EXPECT_EQ(spelled("f(\"a // b\", 'c')"), "wf p( l\"a // b\" p, l'c' p)");
  EXPECT_EQ(spelled(R"("a\"b" x)"), R"(l"a\"b" wx)");
  EXPECT_EQ(spelled(R"('\'' x)"), R"(l'\'' wx)");
  EXPECT_EQ(spelled("L\"a\""), "wL l\"a\"");
}

TEST(Lexer, ADirectiveEndsWithItsLine) {
  EXPECT_EQ(spelled("#define A b\nc"), "p# wdefine wA wb / wc");
  EXPECT_EQ(spelled("#define A \\\n b\nc"), "p# wdefine wA wb / wc");
}

TEST(Lexer, HostileTextEnds) {
  for (const char* text : {"\"", "'", "R\"(", "R\"x(", "#", "\\", "/*", "/", "0", "\x80\xff"})
    EXPECT_LE(tokens_of(text).size(), 4U) << text;
}

TEST(TokenList, FindsTheParenthesisThatCloses) {
  const TokenList tokens("f(a, (b), g(c)) (");
  EXPECT_EQ(tokens.spelling(tokens.closing(1)), ")");
  EXPECT_EQ(tokens.closing(1), 12U);
  EXPECT_EQ(tokens.closing(4), 6U);
  EXPECT_EQ(tokens.closing(13), tokens.size());  // nothing closes it
  EXPECT_EQ(tokens.spelling(tokens.size()), "");
  EXPECT_FALSE(tokens.is(tokens.size(), TokenKind::kWord));
}

TEST(TokenList, VisitsEachArgument) {
  const std::string text = "f(a b, (c, d), g(e, f))";
  const TokenList tokens(text);
  std::vector<std::string> seen;
  tokens.for_each_argument(0, [&](std::size_t position, std::size_t begin, std::size_t end) {
    EXPECT_EQ(position, seen.size());
    std::string out;
    for (std::size_t i = begin; i < end; ++i) out += tokens.spelling(i);
    seen.push_back(out);
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"ab", "(c,d)", "g(e,f)"}));
}

}  // namespace
}  // namespace drydock::cc
