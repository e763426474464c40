// The lanes of a run in the Chrome trace. Each allocation has a lane from its creation to its
// destruction, with its state and its place in memory. Each node of a GPU has a lane with the work
// that it does. Each thread has a counter of its IRQL, which changes where it takes or leaves a
// processor and where a driver is called. A seeded schedule has a lane with the thread that runs.
// Internal to src/trace.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "src/trace/buffers.h"

namespace drydock::trace::internal {

class Lanes {
 public:
  // The caller adds every event in order; those that belong to no lane are ignored.
  // The thread's name is given with each.
  void add(const Event& event, const std::string& thread, std::int64_t nanoseconds);
  // Ends all slices that are still open. Returns objects of the Chrome trace format, each behind a
  // comma.
  std::string finish(std::int64_t nanoseconds);

 private:
  // Slices in a lane do not overlap: a new one ends the one before.
  struct Lane {
    int process;
    std::int64_t number;
    bool has_slice = false;
  };
  struct Packet {
    std::int64_t fence;
    bool is_paging;
  };
  struct Node {
    Lane lane;
    std::deque<Packet> packets;  // packets at the hardware; it works on the first
  };

  void allocation(const Event& event, std::int64_t at);
  void gpu(const Event& event, std::int64_t at);
  void irql(const Event& event, const std::string& thread, std::int64_t at);
  void turn(const Event& event, const std::string& thread, std::int64_t at);
  void work_on_next(Node& node, std::int64_t at);
  Node& node(std::int64_t number);
  Lane& lane(int process, std::int64_t number, const std::string& name);
  void begin(Lane& lane, const std::string& name, std::int64_t at);
  void end(Lane& lane, std::int64_t at);
  void mark(const Lane& lane, const char* name, std::int64_t at);
  void append(const Lane& lane, const char* phase, const std::string& name, std::int64_t at);

  std::string out_;
  std::map<std::pair<int, std::int64_t>, Lane> lanes_;
  std::map<std::int64_t, Node> nodes_;
  std::optional<std::uint32_t> running_;  // the strand of the last event
};

}  // namespace drydock::trace::internal
