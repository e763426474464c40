// The files of the catalogue: a chapter is of one book, in the order of its numbers.
#include "src/rules/chapters.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace drydock::rules {
namespace {

TEST(Chapters, HaveEveryRuleOnce) {
  std::size_t rows = 0;
  for (const ChapterOf chapter : chapters()) rows += chapter().size();
  EXPECT_EQ(rows, kRuleCount);
}

TEST(Chapters, AreOfOneBookAndInOrder) {
  for (const ChapterOf chapter : chapters()) {
    const Chapter rows = chapter();
    ASSERT_FALSE(rows.empty());
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &Rule::id)) << rows.front().id;
    for (const Rule& row : rows) EXPECT_EQ(row.id.front(), rows.front().id.front()) << row.id;
  }
}

// A row is what find() gives, with its lesson and its tests.
TEST(Chapters, RowsAreWhatIsFound) {
  for (const ChapterOf chapter : chapters()) {
    for (const Rule& row : chapter()) {
      const Rule& found = find(RuleId::parse(row.id).value());
      EXPECT_EQ(found.title, row.title);
      EXPECT_EQ(found.lesson.why, row.lesson.why);
      EXPECT_EQ(found.tests.begin(), row.tests.begin());
    }
  }
}

}  // namespace
}  // namespace drydock::rules
