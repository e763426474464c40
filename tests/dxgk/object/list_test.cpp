// Members of a list come in the order in which they were added, against a model.
#include "src/dxgk/object/list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

namespace drydock::dxgk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Member : Linked<Member> {
  int number = 0;
};

std::vector<const Member*> members_of(const List<Member>& list) {
  std::vector<const Member*> out;
  for (const Member* each = list.first(); each != nullptr; each = list.after(*each))
    out.push_back(each);
  return out;
}

RC_GTEST_PROP(List, HasWhatAModelHasInItsOrder, ()) {
  std::array<Member, 8> all;
  std::vector<const Member*> model;
  List<Member> list;
  const auto steps =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, all.size()));
  for (const std::size_t which : steps) {
    Member& member = all[which];
    if (member.is_linked()) {
      list.remove(member);
      std::erase(model, &member);
    } else {
      list.add(member);
      model.push_back(&member);
    }
    RC_ASSERT(members_of(list) == model);
    RC_ASSERT(list.empty() == model.empty());
  }
  while (Member* const first = list.first()) list.remove(*first);
}

TEST(List, MemberThatWasRemovedCanBeAddedToAnother) {
  Member member;
  List<Member> one, other;
  one.add(member);
  one.remove(member);
  EXPECT_FALSE(member.is_linked());
  other.add(member);
  EXPECT_THAT(members_of(one), IsEmpty());
  EXPECT_THAT(members_of(other), ElementsAre(&member));
  other.remove(member);
}

#ifndef NDEBUG
TEST(ListDeathTest, MemberThatStaysInAListIsCaught) {
  EXPECT_DEATH(
      {
        Member member;
        List<Member> list;
        list.add(member);
      },
      "empty");
}

TEST(ListDeathTest, MemberOfAListIsInNoOther) {
  EXPECT_DEATH(
      {
        Member member;
        List<Member> one;
        List<Member> other;
        one.add(member);
        other.add(member);
      },
      "is_linked");
}
#endif

}  // namespace
}  // namespace drydock::dxgk
