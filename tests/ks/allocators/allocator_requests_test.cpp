// The requests of an allocator: methods, the function table, the status, the event of a free frame.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/nt/mm/physical_user.h"
#include "tests/ks/client_scene.h"
#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

// A client is refused; it is not the driver's framing (S-027).
TEST(KsClientRules, AClientsReservedFramingIsRefused) {
  ClientScene scene;
  KSALLOCATOR_FRAMING reserved = pool_framing(1);
  reserved.Reserved = 1;
  File second;
  EXPECT_EQ(scene.open_allocator(reserved, second), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(scene.end().empty());
}

TEST(KsClientRules, S063WrongTypeOfAMethodIsFound) {
  ClientScene scene;
  Bytes frame(sizeof(PVOID));
  scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_READ, frame);
  expect(scene, "S-063");
}

TEST(KsClientRules, S065FunctionTableForUserModeIsFound) {
  ClientScene scene;
  File user;
  EXPECT_EQ(scene.rig.open_below(scene.pin, ks::kAllocatorClass, bytes_of(pool_framing(1)), user,
                                 UserMode),
            STATUS_SUCCESS);
  KSPROPERTY property{};
  property.Set = KSPROPSETID_StreamAllocator;
  property.Id = KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE;
  property.Flags = KSPROPERTY_TYPE_GET;
  const drydock::nt::UserRange in(&property, sizeof property);
  KSSTREAMALLOCATOR_FUNCTIONTABLE table{};
  const drydock::nt::UserRange out(&table, sizeof table);
  ULONG returned = 0;
  EXPECT_EQ(KsSynchronousIoControlDevice(user.object(), UserMode, IOCTL_KS_PROPERTY, &property,
                                         sizeof property, &table, sizeof table, &returned),
            STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(table.AllocateFrame, nullptr);
  user.close();
  expect(scene, "S-065");
}

TEST(KsClientRules, S069TableOfAClosedAllocatorIsFound) {
  ClientScene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  scene.allocator.close();
  PVOID frame = nullptr;
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(file, &frame)));
  expect(scene, "S-069");
}

TEST(KsClientRules, S069FrameThatIsNotOutIsFound) {
  ClientScene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  PVOID frame = nullptr;
  ASSERT_EQ(table.AllocateFrame(scene.allocator.object(), &frame), STATUS_SUCCESS);
  table.FreeFrame(scene.allocator.object(), frame);
  table.FreeFrame(scene.allocator.object(), frame);
  expect(scene, "S-069");
}

TEST(KsClientRules, S070InternalEventIsFound) {
  ClientScene scene;
  KSEVENTDATA data{};
  EXPECT_EQ(scene.enable(scene.allocator, KSEVENTSETID_StreamAllocator,
                         KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME, data),
            STATUS_NOT_FOUND);
  expect(scene, "S-070");
}

TEST(KsClientRules, S250DisablingWhatIsNotEnabledIsFound) {
  ClientScene scene;
  KSEVENTDATA data{};
  Bytes nothing;
  EXPECT_EQ(scene.allocator.request(IOCTL_KS_DISABLE_EVENT, bytes_of(data), nothing),
            STATUS_UNSUCCESSFUL);
  expect(scene, "S-250");
}

// A client that does all of it right: methods, table, event, clock, stream.
TEST(KsClientRules, ACorrectClientIsSilent) {
  ClientScene scene;
  Bytes frame(sizeof(PVOID));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, frame), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  PVOID memory = nullptr;
  EXPECT_EQ(table.AllocateFrame(scene.allocator.object(), &memory), STATUS_SUCCESS);
  // S-066: at once, and nothing.
  PVOID none = &none;
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(scene.allocator.object(), &none)));
  EXPECT_EQ(none, nullptr);
  table.FreeFrame(scene.allocator.object(), memory);
  const PFILE_OBJECT file = scene.allocator.object();
  Signal signal;
  EXPECT_EQ(signal.enable(file, KSEVENTSETID_StreamAllocator, KSEVENT_STREAMALLOCATOR_FREEFRAME),
            STATUS_SUCCESS);
  EXPECT_EQ(table.AllocateFrame(file, &memory), STATUS_SUCCESS);
  EXPECT_FALSE(signal.fired());
  table.FreeFrame(file, memory);
  EXPECT_TRUE(signal.fired());
  EXPECT_EQ(signal.disable(file), STATUS_SUCCESS);
  EXPECT_EQ(
      scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, bytes_of(HANDLE{nullptr})),
      STATUS_SUCCESS);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  File::Stream read = scene.pin.read(2, 64);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-067, S-068: both interfaces take from and give to the same frames.
TEST(KsClientRules, S067AFreeAtDispatchLevelServesTheRequestThatWaits) {
  ClientScene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  PVOID memory = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &memory), STATUS_SUCCESS);
  KSMETHOD method{};
  method.Set = KSMETHODSETID_StreamAllocator;
  method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
  method.Flags = KSMETHOD_TYPE_WRITE;
  const auto waiting =
      scene.allocator.send(IOCTL_KS_METHOD, bytes_of(method), Bytes(sizeof(PVOID)));
  EXPECT_FALSE(waiting->is_done());
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &irql);
  table.FreeFrame(file, memory);
  KeLowerIrql(irql);
  EXPECT_EQ(waiting->status(), STATUS_SUCCESS);
  EXPECT_EQ(waiting->out(), bytes_of(memory));
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(file, &memory)));
}

// S-018: a foreign pointer, and one that was freed before.
TEST(KsClientRules, S018OnlyWhatIsOutIsFreed) {
  ClientScene scene;
  Bytes frame(sizeof(PVOID));
  ASSERT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  Bytes given = frame;
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given), STATUS_SUCCESS);
  given = frame;
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given),
            STATUS_INVALID_PARAMETER);
  given = bytes_of(static_cast<PVOID>(&scene));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given),
            STATUS_INVALID_PARAMETER);
}

// S-060, S-061, S-062, S-066, S-071.
TEST(KsPromises, S060AllocationsWaitForAFrameInOrder) {
  Opened opened;
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  File allocator;
  ASSERT_EQ(opened.rig.open_below(pin, ks::kAllocatorClass, bytes_of(pool_framing(1)), allocator),
            STATUS_SUCCESS);
  KSMETHOD method = alloc_method();
  Bytes frame(sizeof(PVOID));
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), frame), STATUS_SUCCESS);
  const auto second = allocator.send(IOCTL_KS_METHOD, bytes_of(method), Bytes(sizeof(PVOID)));
  EXPECT_FALSE(second->is_done());
  Bytes status(sizeof(KSSTREAMALLOCATOR_STATUS));
  ASSERT_EQ(allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_STATUS, status),
            STATUS_SUCCESS);
  KSSTREAMALLOCATOR_STATUS reported_status;
  std::memcpy(&reported_status, status.data(), sizeof reported_status);
  EXPECT_EQ(reported_status.AllocatedFrames, 1U);
  EXPECT_EQ(reported_status.Framing.FrameSize, 64U);
  method.Id = KSMETHOD_STREAMALLOCATOR_FREE;
  method.Flags = KSMETHOD_TYPE_READ;
  Bytes given = frame;
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), given), STATUS_SUCCESS);
  EXPECT_EQ(second->status(), STATUS_SUCCESS);
  EXPECT_EQ(second->out(), frame);
  given = Bytes(sizeof(PVOID), std::byte{1});
  EXPECT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), given), STATUS_INVALID_PARAMETER);
}

}  // namespace
