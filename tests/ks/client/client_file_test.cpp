// Files of a client: closed before what is below them, or by their handles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/ks/client/camera_client.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::KsClient;
using drydock::testing::text_of;

namespace {

TEST_F(KsClient, ClosedObjectsRefuse) {
  Pin pin = filter.connect(0, format);
  pin.close();
  Picture picture;
  EXPECT_EQ(pin.try_set_state(State::kRun), STATUS_INVALID_HANDLE);
  EXPECT_EQ(pin.try_read(picture), STATUS_INVALID_HANDLE);
  EXPECT_EQ(pin.write({}), STATUS_INVALID_HANDLE);
  filter.close();
  EXPECT_THROW(filter.formats(0), Error);
}

TEST_F(KsClient, WhatIsOpenedBelowAPinMayOutliveIt) {
  Filter kernels = camera.open(0, Mode::kKernel);
  Pin pin = kernels.connect(0, format);
  std::optional<Child> allocator;
  ASSERT_EQ(pin.open_allocator(2, 4096, allocator), STATUS_SUCCESS);
  std::optional<Child> clock;
  EXPECT_NE(pin.open_clock(clock), STATUS_SUCCESS);  // the camera's pins have none
  EXPECT_FALSE(clock.has_value());
  pin.close();
  allocator->close();
  Bytes none;
  EXPECT_EQ(allocator->property({}, 0, 0, none), STATUS_INVALID_HANDLE);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

TEST_F(KsClient, HandlesAloneCanBeClosed) {
  Graph graph;
  Pin& pin = graph.add(graph.add(camera.open(0)), 0, format);
  graph.close_handles(1);
  EXPECT_EQ(pin.try_set_state(State::kRun), STATUS_INVALID_HANDLE);
  graph.close();
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
