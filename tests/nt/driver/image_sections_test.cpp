// Sections of a loaded image: what they hold, when they are paged, and what is discarded.
#include "src/nt/driver/image_sections.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

const void* address(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

const ElfSection kPage{"PAGE", {0x100, 0x200}, {{0x110, 0x120}, {0x140, 0x150}}};

TEST(ImageSection, IsPagedInItsFunctionsOnly) {
  const ImageSection section(kPage, 0x5000);
  EXPECT_EQ(section.start(), address(0x5100));
  EXPECT_TRUE(section.holds(address(0x5100)));
  EXPECT_TRUE(section.holds(address(0x51FF)));
  EXPECT_FALSE(section.holds(address(0x5200)));
  EXPECT_FALSE(section.holds(address(0x50FF)));
  EXPECT_FALSE(section.is_paged(address(0x510F)));
  EXPECT_TRUE(section.is_paged(address(0x5110)));
  EXPECT_TRUE(section.is_paged(address(0x511F)));
  EXPECT_FALSE(section.is_paged(address(0x5120)));
  EXPECT_TRUE(section.is_paged(address(0x5140)));
  EXPECT_FALSE(section.is_paged(address(0x5150)));
}

TEST(ImageSection, IsNotPagedWhileItIsLockedAndLocksAreCounted) {
  ImageSection section(kPage, 0);
  section.unlock();
  EXPECT_TRUE(section.is_paged(address(0x110)));
  section.lock();
  section.lock();
  section.unlock();
  EXPECT_FALSE(section.is_paged(address(0x110)));
  section.unlock();
  EXPECT_TRUE(section.is_paged(address(0x110)));
}

TEST(ImageSection, WhatIsDiscardableIsNeverPaged) {
  const ImageSection section({"INIT", {0x100, 0x200}, {{0x110, 0x120}}}, 0);
  EXPECT_FALSE(section.is_pageable());
  EXPECT_FALSE(section.is_paged(address(0x110)));
}

// Initialization becomes illegal instructions; what lies beside it on the same page stays.
TEST(ImageSections, OnlyInitializationIsDiscarded) {
  const auto bytes = static_cast<std::size_t>(getpagesize());
  auto* const page = static_cast<unsigned char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(page, MAP_FAILED);
  std::memset(page, 0x90, bytes);
  const auto base = reinterpret_cast<std::uintptr_t>(page);
  ImageSections sections({{"PAGE", {0x100, 0x200}, {}}, {"INIT", {0x200, 0x300}, {}}}, base);
  EXPECT_EQ(sections.find(page + 0x300), nullptr);
  ImageSection* const init = sections.find(page + 0x200);
  ASSERT_NE(init, nullptr);
  EXPECT_FALSE(init->is_discarded());
  sections.discard_initialization();
  EXPECT_TRUE(init->is_discarded());
  EXPECT_FALSE(sections.find(page + 0x1FF)->is_discarded());
  EXPECT_EQ(page[0x1FF], 0x90);
  EXPECT_EQ(page[0x200], 0x0F);
  EXPECT_EQ(page[0x2FF], 0x0B);
  EXPECT_EQ(page[0x300], 0x90);
  munmap(page, bytes);
}

}  // namespace
