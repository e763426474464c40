// A window whose address stays, whatever place it leads to.
#include "src/dxgk/pages/doorbell_window.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>

#include "src/nt/mm/physical.h"

namespace drydock::dxgk {
namespace {

// A page of physical memory, as a driver allocates its doorbells.
class DoorbellPage {
 public:
  DoorbellPage() : frame_(*nt::take_run(1, {})), page_(nt::map_frames({&frame_, 1})) {}
  ~DoorbellPage() {
    nt::unmap_view(page_);
    nt::free_frames({&frame_, 1});
  }
  DoorbellPage(const DoorbellPage&) = delete;
  DoorbellPage& operator=(const DoorbellPage&) = delete;

  std::atomic<std::uint32_t>* words() const {
    return static_cast<std::atomic<std::uint32_t>*>(page_);
  }

 private:
  const nt::PageFrame frame_;
  void* const page_;
};

std::atomic<std::uint32_t>& first_word(const DoorbellWindow& window) {
  return *static_cast<std::atomic<std::uint32_t>*>(window.address());
}

TEST(DoorbellWindow, RingsNothingUntilItIsMapped) {
  DoorbellPage place;
  DoorbellWindow window(sizeof(std::uint32_t));
  void* const address = window.address();
  first_word(window) = 1;
  EXPECT_EQ(place.words()[0], 0U);
  ASSERT_TRUE(window.map(place.words()));
  EXPECT_EQ(window.address(), address);
  first_word(window) = 2;
  EXPECT_EQ(place.words()[0], 2U);
  window.unmap();
  EXPECT_EQ(window.address(), address);
  first_word(window) = 3;
  EXPECT_EQ(place.words()[0], 2U);
}

TEST(DoorbellWindow, LeadsToAnotherPlaceAfterAnotherMap) {
  DoorbellPage one, other;
  DoorbellWindow window(sizeof(std::uint32_t));
  ASSERT_TRUE(window.map(one.words()));
  ASSERT_TRUE(window.map(other.words()));
  first_word(window) = 7;
  EXPECT_EQ(one.words()[0], 0U);
  EXPECT_EQ(other.words()[0], 7U);
}

TEST(DoorbellWindow, MapsThePageThatHoldsTheDoorbell) {
  DoorbellPage place;
  DoorbellWindow window(sizeof(std::uint32_t));
  ASSERT_TRUE(window.map(place.words() + 5));
  first_word(window) = 9;
  EXPECT_EQ(place.words()[0], 9U) << "whole pages are mapped";
}

// Memory that is the driver's alone has one address. The window must still be there after the
// refusal: a client rings without a look.
TEST(DoorbellWindow, StaysUsableWhenAPlaceCannotBeMapped) {
  void* const own =
      mmap(nullptr, nt::kPageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(own, MAP_FAILED);
  DoorbellWindow window(sizeof(std::uint32_t));
  EXPECT_FALSE(window.map(nullptr));
  EXPECT_FALSE(window.map(own));
  ASSERT_TRUE(nt::writable(window.address(), nt::kPageBytes));
  first_word(window) = 1;
  EXPECT_EQ(*static_cast<std::uint32_t*>(own), 0U);
  munmap(own, nt::kPageBytes);
  EXPECT_FALSE(window.map(own)) << "a place that is gone";
  EXPECT_TRUE(nt::writable(window.address(), nt::kPageBytes));
}

}  // namespace
}  // namespace drydock::dxgk
