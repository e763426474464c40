// Physical memory objects, and lists of their pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/sim/faults.h"
#include "tests/dxgk/callbacks/callbacks_scene.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;

constexpr SIZE_T kSize = 3 * PAGE_SIZE + 100;

TEST(Callbacks, GivePhysicalMemoryObjects) {
  const MiniportLife life = life_with(u"Objects");
  EXPECT_TRUE(life.has_said("CreatePhysicalMemoryObject 00000000")) << life.findings_text();
  EXPECT_TRUE(life.has_said("MapPhysicalMemory 00000000"));
  EXPECT_TRUE(life.has_said("AllocateAdl 00000000"));
  EXPECT_TRUE(life.has_said("pages 00000004"));
  EXPECT_TRUE(life.has_said("MapPhysicalMemory of a list c000000d"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT object_of(HANDLE adapter, DXGK_PHYSICAL_MEMORY_TYPE type) {
  DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT out{};
  out.hAdapter = adapter;
  out.Size = kSize;
  out.Type = type;
  if (type == DXGK_PHYSICAL_MEMORY_TYPE_MDL) out.Mdl.HighAddress.QuadPart = -1;
  if (type == DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY)
    out.ContiguousMemory.HighestAcceptableAddress.QuadPart = -1;
  return out;
}

// Creates an object for the body, and destroys it.
void with_object(DXGK_PHYSICAL_MEMORY_TYPE type,
                 const std::function<void(const DXGKRNL_INTERFACE&,
                                          const DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT&)>& body) {
  with_callbacks([&](const DXGKRNL_INTERFACE& callbacks) {
    auto object = object_of(callbacks.DeviceHandle, type);
    ASSERT_EQ(callbacks.DxgkCbCreatePhysicalMemoryObject(&object), STATUS_SUCCESS);
    body(callbacks, object);
    const DXGKARGCB_DESTROY_PHYSICAL_MEMORY_OBJECT destroy{object.hPhysicalMemoryObject,
                                                           object.hAdapterMemoryObject};
    callbacks.DxgkCbDestroyPhysicalMemoryObject(&destroy);
  });
}

// Returns null when the call is refused.
char* map(const DXGKRNL_INTERFACE& callbacks, HANDLE object, SIZE_T offset, SIZE_T size) {
  DXGKARGCB_MAP_PHYSICAL_MEMORY map{};
  map.hPhysicalMemoryObject = object;
  map.Offset = offset;
  map.Size = size;
  const NTSTATUS status = callbacks.DxgkCbMapPhysicalMemory(&map);
  if (NT_SUCCESS(status)) return static_cast<char*>(map.pMappedAddress);
  EXPECT_EQ(status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(map.pMappedAddress, nullptr);
  return nullptr;
}

TEST(PhysicalMemory, PartsAreMappedInsideTheObject) {
  for (const auto type :
       {DXGK_PHYSICAL_MEMORY_TYPE_MDL, DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY}) {
    with_object(type, [](const auto& callbacks, const auto& object) {
      const HANDLE handle = object.hPhysicalMemoryObject;
      char* const whole = map(callbacks, handle, 0, kSize);
      ASSERT_NE(whole, nullptr);
      std::memset(whole, 5, kSize);
      EXPECT_EQ(map(callbacks, handle, 5000, 10), whole + 5000);
      EXPECT_EQ(map(callbacks, handle, kSize - 1, 1), whole + kSize - 1);
      EXPECT_EQ(map(callbacks, handle, kSize, 1), nullptr);
      EXPECT_EQ(map(callbacks, handle, 1, kSize), nullptr);
      EXPECT_EQ(map(callbacks, handle, 8, ~SIZE_T{0}), nullptr) << "the sum is small";
      EXPECT_EQ(map(callbacks, handle, 0, 0), nullptr);
      EXPECT_EQ(map(callbacks, nullptr, 0, 1), nullptr);
      const DXGKARGCB_UNMAP_PHYSICAL_MEMORY unmap{};
      callbacks.DxgkCbUnmapPhysicalMemory(&unmap);
    });
  }
}

TEST(PhysicalMemory, ListsHaveThePagesOfTheirPart) {
  with_object(DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY,
              [](const auto& callbacks, const auto& object) {
                char* const whole = map(callbacks, object.hPhysicalMemoryObject, 0, kSize);
                const auto first =
                    static_cast<DXGK_PAGE_NUMBER>(MmGetPhysicalAddress(whole).QuadPart / PAGE_SIZE);
                DXGKARGCB_ALLOCATE_ADL wanted{};
                wanted.hAdapterMemoryObject = object.hAdapterMemoryObject;
                wanted.Offset = PAGE_SIZE;
                wanted.Size = kSize - PAGE_SIZE;
                ASSERT_EQ(callbacks.DxgkCbAllocateAdl(&wanted), STATUS_SUCCESS);
                ASSERT_EQ(wanted.pAdl->PageCount, 3U) << "a part of the last one counts";
                EXPECT_EQ(wanted.pAdl->Flags.Contiguous, 0U) << "nobody asked";
                for (UINT32 i = 0; i < 3; ++i) EXPECT_EQ(wanted.pAdl->Pages[i], first + 1 + i);
                DXGKARGCB_FREE_ADL free{};
                free.pAdl = wanted.pAdl;
                callbacks.DxgkCbFreeAdl(&free);
                wanted.Flags.RequireContiguous = 1;
                ASSERT_EQ(callbacks.DxgkCbAllocateAdl(&wanted), STATUS_SUCCESS);
                EXPECT_EQ(wanted.pAdl->Flags.Contiguous, 1U);
                EXPECT_EQ(wanted.pAdl->BasePageNumber, first + 1);
                free.pAdl = wanted.pAdl;
                callbacks.DxgkCbFreeAdl(&free);
                wanted.Offset = 100;
                wanted.Size = PAGE_SIZE;
                EXPECT_EQ(callbacks.DxgkCbAllocateAdl(&wanted), STATUS_INVALID_PARAMETER);
                wanted.Offset = 4 * PAGE_SIZE;
                EXPECT_EQ(callbacks.DxgkCbAllocateAdl(&wanted), STATUS_INVALID_PARAMETER);
                wanted.Offset = 0;
                wanted.Size = kSize + 1;
                EXPECT_EQ(callbacks.DxgkCbAllocateAdl(&wanted), STATUS_INVALID_PARAMETER);
              });
}

// The memory lives until the last of its handles is gone.
TEST(PhysicalMemory, OpenedObjectOutlivesItsCreator) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    auto object = object_of(callbacks.DeviceHandle, DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY);
    ASSERT_EQ(callbacks.DxgkCbCreatePhysicalMemoryObject(&object), STATUS_SUCCESS);
    DXGKARGCB_OPEN_PHYSICAL_MEMORY_OBJECT open{};
    open.hPhysicalMemoryObject = object.hPhysicalMemoryObject;
    open.hAdapter = callbacks.DeviceHandle;
    ASSERT_EQ(callbacks.DxgkCbOpenPhysicalMemoryObject(&open), STATUS_SUCCESS);
    EXPECT_NE(open.hAdapterMemoryObject, object.hAdapterMemoryObject);
    char* const address = map(callbacks, object.hPhysicalMemoryObject, 0, kSize);
    const DXGKARGCB_DESTROY_PHYSICAL_MEMORY_OBJECT destroy{object.hPhysicalMemoryObject,
                                                           object.hAdapterMemoryObject};
    callbacks.DxgkCbDestroyPhysicalMemoryObject(&destroy);
    EXPECT_EQ(map(callbacks, object.hPhysicalMemoryObject, 0, 1), nullptr);
    std::memset(address, 1, kSize);
    const DXGKARGCB_CLOSE_PHYSICAL_MEMORY_OBJECT close{open.hAdapterMemoryObject};
    callbacks.DxgkCbClosePhysicalMemoryObject(&close);
    EXPECT_EQ(callbacks.DxgkCbOpenPhysicalMemoryObject(&open), STATUS_INVALID_PARAMETER);
  });
}

TEST(PhysicalMemory, WhatCannotBeIsRefused) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    const auto create = [&](DXGK_PHYSICAL_MEMORY_TYPE type, SIZE_T size) {
      auto object = object_of(callbacks.DeviceHandle, type);
      object.Size = size;
      const NTSTATUS status = callbacks.DxgkCbCreatePhysicalMemoryObject(&object);
      EXPECT_EQ(object.hPhysicalMemoryObject, nullptr);
      return status;
    };
    EXPECT_EQ(create(DXGK_PHYSICAL_MEMORY_TYPE_MDL, 0), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(create(DXGK_PHYSICAL_MEMORY_TYPE_SECTION, kSize), STATUS_NOT_SUPPORTED);
    EXPECT_EQ(create(DXGK_PHYSICAL_MEMORY_TYPE_IO_SPACE, kSize), STATUS_NOT_SUPPORTED);
    EXPECT_EQ(dxgk::Hardware::find(callbacks.DeviceHandle)->not_played().size(), 2U);
    EXPECT_EQ(create(static_cast<DXGK_PHYSICAL_MEMORY_TYPE>(9), kSize), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbCreatePhysicalMemoryObject(nullptr), STATUS_INVALID_PARAMETER);
    const sim::FaultInjection injection({.seed = 1, .one_in = 1});
    for (const auto type :
         {DXGK_PHYSICAL_MEMORY_TYPE_MDL, DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY})
      EXPECT_EQ(create(type, kSize), STATUS_NO_MEMORY);
  });
}

}  // namespace
}  // namespace drydock::testing
