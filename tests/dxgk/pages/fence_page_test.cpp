// The value that the host shares with clients, and who may write it.
#include "src/dxgk/pages/fence_page.h"

#include <gtest/gtest.h>

#include <cstring>

#include "src/nt/mm/physical.h"
#include "src/nt/mm/read_only_pages.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

std::uint64_t seen_by_client(const FencePage& page) {
  std::uint64_t out = 0;
  std::memcpy(&out, page.address(), sizeof out);
  return out;
}

TEST(FencePage, ClientSeesEveryValue) {
  FencePage page(5);
  EXPECT_EQ(page.get(), 5U);
  EXPECT_EQ(seen_by_client(page), 5U);
  page.set(~std::uint64_t{0});
  EXPECT_EQ(seen_by_client(page), ~std::uint64_t{0});
  EXPECT_NE(page.address(), page.kernel_address());
}

TEST(FencePage, GpuWritesItByTheKernelsAddress) {
  FencePage page(0);
  const std::uint64_t value = 9;
  std::memcpy(page.kernel_address(), &value, sizeof value);
  EXPECT_EQ(page.get(), 9U);
  EXPECT_EQ(seen_by_client(page), 9U);
}

TEST(FencePage, K439WriteOfAClientBreaksTheRule) {
  const void* address = nullptr;
  {
    const FencePage page(1);
    address = page.address();
    EXPECT_FALSE(nt::writable(address, sizeof(std::uint64_t)));
    EXPECT_EQ(nt::rule_of_read_only_page(address), "K-439"_rule);
    EXPECT_EQ(nt::rule_of_read_only_page(page.kernel_address()), std::nullopt);
  }
  EXPECT_EQ(nt::rule_of_read_only_page(address), std::nullopt) << "the rule went with the page";
}

TEST(FencePage, ThatClientsMayWriteHasNoRule) {
  FencePage page(1, FencePage::Clients::kWrite);
  EXPECT_EQ(nt::rule_of_read_only_page(page.address()), std::nullopt);
  const std::uint64_t value = 2;
  std::memcpy(page.address(), &value, sizeof value);
  EXPECT_EQ(page.get(), 2U);
}

// What the signaller wrote before the signal is there for whoever sees the value.
TEST(FencePage, SignalPublishesWhatWasDoneBefore) {
  for (int round = 0; round < 200; ++round) {
    FencePage page(0);
    int result = 0;
    sim::Thread signaller = sim::spawn("signals", [&] {
      result = 42;
      page.set(1);
    });
    while (page.get() == 0) sim::yield();
    EXPECT_EQ(result, 42);
    signaller.join();
  }
}

}  // namespace
}  // namespace drydock::dxgk
