// Whose code an address is.
#include "src/nt/driver/loader_modules.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>

#include "src/nt/driver/image_sections.h"

namespace {

using namespace drydock::nt;

const void* pointer(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

TEST(LoadedCode, IsADriversFromItsFirstByteToItsLast) {
  const ImageSections sections({}, 0);
  {
    const LoadedCode code({0x1000, 0x2000}, sections);
    EXPECT_FALSE(is_driver_code(pointer(0xFFF)));
    EXPECT_TRUE(is_driver_code(pointer(0x1000)));
    EXPECT_TRUE(is_driver_code(pointer(0x1FFF)));
    EXPECT_FALSE(is_driver_code(pointer(0x2000)));
    EXPECT_EQ(sections_of_code(pointer(0x1800)), &sections);
    EXPECT_EQ(sections_of_code(pointer(0x2000)), nullptr);
  }
  EXPECT_FALSE(is_driver_code(pointer(0x1800)));
  EXPECT_EQ(sections_of_code(pointer(0x1800)), nullptr);
}

// The place of one that went is the next one's, and others stay found.
TEST(LoadedCode, EachHasItsOwnSections) {
  const ImageSections one({}, 0), two({}, 0), three({}, 0);
  auto first = std::make_unique<LoadedCode>(CodeRange{0x1000, 0x2000}, one);
  const LoadedCode second({0x3000, 0x4000}, two);
  first.reset();
  EXPECT_EQ(sections_of_code(pointer(0x3000)), &two);
  const LoadedCode third({0x5000, 0x6000}, three);
  EXPECT_EQ(sections_of_code(pointer(0x5000)), &three);
  EXPECT_EQ(sections_of_code(pointer(0x1000)), nullptr);
}

TEST(HostCode, IsThatOfTheProgramAndNotOfOtherLibraries) {
  EXPECT_TRUE(is_host_code(reinterpret_cast<const void*>(&is_driver_code)));
  EXPECT_TRUE(is_host_code(reinterpret_cast<const void*>(&pointer)));
  // The name alone may stand for an entry of the program's own table or for one of a sanitizer.
  EXPECT_FALSE(is_host_code(dlsym(RTLD_NEXT, "bsearch")));
  EXPECT_FALSE(is_host_code(nullptr));
}

}  // namespace
