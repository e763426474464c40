// NT handles of a process, which are closed at its end unless it closes them before.
#include "src/dxgk/object/nt_handles.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

// An event, by the reference of its first handle.
class NtHandlesOfAProcess : public ::testing::Test {
 protected:
  void SetUp() override {
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, nullptr, OBJ_KERNEL_HANDLE, nullptr, nullptr);
    HANDLE handle = nullptr;
    ASSERT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, &attributes, NotificationEvent, FALSE),
              STATUS_SUCCESS);
    ASSERT_EQ(ObReferenceObjectByHandle(handle, 0, *ExEventObjectType, KernelMode, &event, nullptr),
              STATUS_SUCCESS);
    ASSERT_EQ(ZwClose(handle), STATUS_SUCCESS);
    open_before = nt::open_handles();
  }
  void TearDown() override { ObDereferenceObject(event); }

  HANDLE make(NtHandles& handles) {
    return handles.make(event, *ExEventObjectType, EVENT_ALL_ACCESS);
  }

  void* event = nullptr;
  std::size_t open_before = 0;
};

TEST_F(NtHandlesOfAProcess, AreClosedAtItsEnd) {
  HANDLE one = nullptr;
  {
    NtHandles handles;
    one = make(handles);
    make(handles);
    EXPECT_EQ(nt::open_handles(), open_before + 2);
    EXPECT_EQ(nt::check_handle(one, *ExEventObjectType), STATUS_SUCCESS);
  }
  EXPECT_EQ(nt::open_handles(), open_before);
  EXPECT_EQ(nt::check_handle(one, *ExEventObjectType), STATUS_INVALID_HANDLE);
}

TEST_F(NtHandlesOfAProcess, ThatItClosesAreNotClosedAgain) {
  NtHandles handles;
  HANDLE const closed = make(handles);
  HANDLE const left = make(handles);
  EXPECT_TRUE(nt::close_handle(closed));
  handles.close_all();
  EXPECT_FALSE(nt::close_handle(left));
  handles.close_all();
  EXPECT_EQ(nt::open_handles(), open_before);
}

TEST_F(NtHandlesOfAProcess, AreMadeAndClosedByThreads) {
  NtHandles handles;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.push_back(sim::spawn("shares", [&] {
      for (int step = 0; step < 200; ++step) {
        HANDLE const handle = make(handles);
        if (step % 2 == 0) EXPECT_TRUE(nt::close_handle(handle));
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(nt::open_handles(), open_before + 4 * 100);
  handles.close_all();
  EXPECT_EQ(nt::open_handles(), open_before);
}

}  // namespace
}  // namespace drydock::dxgk
