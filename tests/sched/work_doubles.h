// Doubles of the objects that submit work.
#pragma once

#include <optional>

#include "src/sched/work/work_source.h"

namespace drydock::sched {

// A device.
class Owner final : public WorkOwner {
 public:
  bool is_working() const override { return !error; }
  bool is_going() const override { return going; }
  bool is_abandoned() const override { return false; }
  void set_error(D3DKMT_DEVICEEXECUTION_STATE why) override { error = why; }
  void end_fences() override {}
  HANDLE driver() const override { return nullptr; }
  std::uint32_t label() const override { return 0; }
  const vidmm::AddressSpace* addresses() const override { return nullptr; }
  vidmm::PageTables* tables() const override { return nullptr; }

  std::optional<D3DKMT_DEVICEEXECUTION_STATE> error;
  bool going = false;
};

// A context, with a device of its own. Its address is the driver's handle.
class Source final : public WorkSource {
 public:
  explicit Source(int with_priority = 0, UINT on_node = 0) : node_(on_node) {
    priority = with_priority;
  }
  void add_ref() override {}
  void release() override {}
  bool claim_by_gpu() override {
    ++claims;
    return true;
  }
  void claim_again_by_gpu() override { ++claims; }
  void release_by_gpu() override { --claims; }
  Owner& owner() const override { return owner_; }
  HANDLE driver() const override { return const_cast<Source*>(this); }
  UINT node() const override { return node_; }
  std::uint32_t label() const override { return 0; }
  bool is_unpatched() const override { return false; }

  int claims = 0;

 private:
  const UINT node_;
  mutable Owner owner_;
};

// A hardware queue whose progress fence the test writes.
class Queue final : public HardwareQueue {
 public:
  explicit Queue(Source& of) : source_(of) {}
  void add_ref() override {}
  void release() override {}
  bool claim_by_gpu() override {
    ++claims;
    return true;
  }
  void release_by_gpu() override { --claims; }
  WorkSource& source() const override { return source_; }
  HANDLE driver() const override { return nullptr; }
  std::uint32_t label() const override { return 0; }
  bool has_no_timeout() const override { return false; }
  UINT64 follow_progress() override { return progress; }
  void end_progress() override { is_ended = true; }
  void* progress_address() const override { return nullptr; }
  void disconnect_if_lost() override { ++looked_at; }

  UINT64 progress = 0;
  int claims = 0;
  int looked_at = 0;
  bool is_ended = false;

 private:
  Source& source_;
};

}  // namespace drydock::sched
