// An engine of the GPU by itself: whose packet is next, what completion and preemption take out.
#include "src/sched/work/node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/sched/work_doubles.h"

namespace drydock::sched {
namespace {

std::unique_ptr<Packet> packet_of(Source& source) {
  auto out = std::make_unique<Packet>(RenderWork{}, 0);
  out->context = nt::Ref<WorkSource>(source);
  return out;
}

// Sends the packet to the hardware, with a fence of the node.
UINT send(Node& node, std::unique_ptr<Packet> packet) {
  const UINT fence = packet->fence = node.issue_fence();
  node.submitted(std::move(packet));
  return fence;
}

std::vector<UINT> fences_of(const std::vector<std::unique_ptr<Packet>>& packets) {
  std::vector<UINT> out;
  for (const auto& each : packets) out.push_back(each->fence);
  return out;
}

TEST(Node, ContextsOfOnePriorityTakeTurns) {
  some_nodes_lock.is_not_needed();
  Source one, other;
  Node node;
  for (int i = 0; i < 2; ++i) node.queue(packet_of(one));
  node.queue(packet_of(other));
  EXPECT_EQ(node.next()->context.get(), &one);
  EXPECT_EQ(node.next()->context.get(), &other);
  EXPECT_EQ(node.next()->context.get(), &one);
  EXPECT_EQ(node.next(), nullptr);
}

TEST(Node, TheHighestPriorityIsNext) {
  some_nodes_lock.is_not_needed();
  Source low(-3), high(5);
  Node node;
  node.queue(packet_of(low));
  EXPECT_EQ(node.next_priority(), -3);
  node.queue(packet_of(high));
  EXPECT_EQ(node.next_priority(), 5);
  EXPECT_EQ(node.next()->context.get(), &high);
  high.queue.clear();
  EXPECT_EQ(node.next()->context.get(), &low);
  EXPECT_LT(node.next_priority(), Node::kLowest);
}

TEST(Node, ABlockedContextIsPassedOver) {
  some_nodes_lock.is_not_needed();
  Source one, other;
  Node node;
  node.queue(packet_of(one));
  node.queue(packet_of(other));
  one.is_blocked = true;
  EXPECT_EQ(node.next()->context.get(), &other);
  EXPECT_EQ(node.next(), nullptr);
  one.is_blocked = false;
  EXPECT_EQ(node.next()->context.get(), &one);
}

TEST(Node, WhatComesBackIsBeforeWhatIsQueuedBehindIt) {
  some_nodes_lock.is_not_needed();
  Source source;
  Node node;
  for (int i = 0; i < 3; ++i) node.queue(packet_of(source));
  std::unique_ptr<Packet> first = node.next();
  std::unique_ptr<Packet> second = node.next();
  node.queue_again(std::move(first));
  EXPECT_TRUE(Node::is_overtaking(*second));
  node.queue_again(std::move(second));
  EXPECT_EQ(node.next()->number, 1U);
  EXPECT_EQ(node.next()->number, 2U);
  EXPECT_EQ(node.next()->number, 3U);
}

TEST(Node, CompletionTakesOutAllUpToTheFence) {
  Source source;
  Node node;
  const UINT first = send(node, packet_of(source));
  const UINT second = send(node, packet_of(source));
  EXPECT_FALSE(node.has_room());
  EXPECT_THAT(fences_of(node.complete(first)), ::testing::ElementsAre(first));
  EXPECT_TRUE(node.has_room());
  EXPECT_EQ(node.oldest_with_fence()->fence, second);
  EXPECT_THAT(fences_of(node.complete(second)), ::testing::ElementsAre(second));
  EXPECT_TRUE(node.is_idle());
}

TEST(Node, FencesGoRound) {
  EXPECT_TRUE(Node::is_later(1, 0xFFFF'FFFF));
  EXPECT_FALSE(Node::is_later(0xFFFF'FFFF, 1));
  EXPECT_FALSE(Node::is_later(7, 7));
}

TEST(Node, K396OnlyWhatWasThereWhenPreemptionWasAskedForComesBack) {
  Source source;
  Node node;
  const UINT before = send(node, packet_of(source));
  node.ask_back(node.issue_fence());
  EXPECT_NE(node.preempting_since, 0);
  const UINT later = send(node, packet_of(source));
  const std::vector<std::unique_ptr<Packet>> back = node.take_preempted();
  EXPECT_THAT(fences_of(back), ::testing::ElementsAre(before));
  EXPECT_TRUE(back.front()->was_preempted);
  EXPECT_EQ(node.preempting_since, 0);
  EXPECT_EQ(node.oldest()->fence, later);
}

TEST(Node, WorkWithoutAFenceIsTakenOutByItsOwnRule) {
  Source source;
  Node node;
  auto suspension = std::make_unique<Packet>(SuspendWork{}, 0);
  suspension->context = nt::Ref<WorkSource>(source);
  node.submitted(std::move(suspension));
  const UINT fence = send(node, packet_of(source));
  EXPECT_EQ(node.oldest_with_fence()->fence, fence);
  EXPECT_THAT(fences_of(node.complete(fence)), ::testing::ElementsAre(fence));
  EXPECT_FALSE(node.is_idle());
  EXPECT_EQ(node.take_queued([](const Packet& each) { return each.is<SuspendWork>(); }).size(), 1U);
  EXPECT_TRUE(node.is_idle());
}

}  // namespace
}  // namespace drydock::sched
