#include "src/nt/base/called.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

namespace {

using namespace drydock::nt;

TEST(CalledNames, HoldEachAddressOnce) {
  const auto names = std::make_unique<CalledNames>();
  EXPECT_TRUE(names->all().empty());
  const char* const one = "one";
  const char* const two = "two";
  for (int i = 0; i < 3; ++i) {
    names->note(one);
    names->note(two);
  }
  EXPECT_EQ(std::ranges::count(names->all(), one), 1);
  EXPECT_EQ(std::ranges::count(names->all(), two), 1);
  EXPECT_EQ(names->all().size(), 2U);
}

// Addresses that begin their search at the same place move on; what does not fit is left out.
TEST(CalledNames, ManyFindTheirPlaces) {
  const auto names = std::make_unique<CalledNames>();
  static const char text[20000] = {};
  for (std::size_t i = 0; i < 1000; ++i) names->note(text + i * 8);
  const std::vector<const char*> all = names->all();
  EXPECT_EQ(std::set<const char*>(all.begin(), all.end()).size(), all.size());
  EXPECT_EQ(all.size(), 1000U);
  for (std::size_t i = 0; i < sizeof text; ++i) names->note(text + i);
  EXPECT_LE(names->all().size(), 4096U);
  EXPECT_GT(names->all().size(), 3000U);
}

TEST(ProvidedNames, AreThoseOfRoutinesThatAreThere) {
  struct Table {
    void* first = nullptr;
    void* second = nullptr;
  } table;
  table.second = &table;
  const EntryPoint places[] = {{"provided by nobody", offsetof(Table, first)},
                               {"provided once", offsetof(Table, second)}};
  take_provided();
  note_provided(&table, places);
  EXPECT_EQ(take_provided(), std::vector<std::string>{"provided once"});
  note_provided(&table, places);
  EXPECT_TRUE(take_provided().empty());  // it was reported
}

}  // namespace
