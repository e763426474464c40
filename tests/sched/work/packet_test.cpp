// Claims that a packet needs before it is submitted, and whom its failure concerns.
#include "src/sched/work/packet.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "tests/sched/work_doubles.h"

namespace drydock::sched {
namespace {

// A hardware queue that is being destroyed.
class ClosedQueue final : public HardwareQueue {
 public:
  explicit ClosedQueue(Source& of) : source_(of) {}
  void add_ref() override {}
  void release() override {}
  bool claim_by_gpu() override { return false; }
  void release_by_gpu() override { ADD_FAILURE() << "it was not claimed"; }
  WorkSource& source() const override { return source_; }
  HANDLE driver() const override { return nullptr; }
  std::uint32_t label() const override { return 0; }
  bool has_no_timeout() const override { return false; }
  UINT64 follow_progress() override { return 0; }
  void end_progress() override {}
  void* progress_address() const override { return nullptr; }
  void disconnect_if_lost() override {}

 private:
  Source& source_;
};

std::unique_ptr<Packet> packet_for(Source& source, HardwareQueue* queue = nullptr) {
  AddressedWork work;
  if (queue != nullptr) work.queue = nt::Ref<HardwareQueue>(*queue);
  auto out = std::make_unique<Packet>(std::move(work), 0);
  out->context = nt::Ref<WorkSource>(source);
  return out;
}

TEST(Packet, ClaimsItsContextAndItsQueue) {
  Source source;
  EXPECT_TRUE(claim_for(*packet_for(source)));
  EXPECT_EQ(source.claims, 1);
  Queue queue(source);
  EXPECT_TRUE(claim_for(*packet_for(source, &queue)));
  EXPECT_EQ(source.claims, 2);
  EXPECT_EQ(queue.claims, 1);
}

TEST(Packet, AQueueThatGoesLeavesNoClaimOnTheContext) {
  Source source;
  ClosedQueue queue(source);
  EXPECT_FALSE(claim_for(*packet_for(source, &queue)));
  EXPECT_EQ(source.claims, 0);
}

TEST(Packet, AFailureIsThatOfItsDevice) {
  Source source;
  fail_device(*packet_for(source), D3DKMT_DEVICEEXECUTION_HUNG);
  EXPECT_EQ(source.owner().error, D3DKMT_DEVICEEXECUTION_HUNG);
  fail_device(Packet(SwitchWork{}, 0), D3DKMT_DEVICEEXECUTION_HUNG);  // work of no device
}

}  // namespace
}  // namespace drydock::sched
