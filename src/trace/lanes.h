// The picture of a run: a lane for each allocation from its creation to its end, with its state and
// its place in memory, and a lane for each node of a GPU with what it works on. Internal to
// src/trace.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "src/trace/buffers.h"

namespace drydock::trace::internal {

class Lanes {
 public:
  // Every event, in order; those that are in no lane are passed over.
  void add(const Event& event, std::int64_t nanoseconds);
  // What is still under way ends here. Objects of the Chrome trace format, each behind a comma.
  std::string finish(std::int64_t nanoseconds);

 private:
  // Slices in a lane follow one another: a new one ends the last.
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
    std::deque<Packet> packets;  // at the hardware, the one it works on first
  };

  void allocation(const Event& event, std::int64_t at);
  void gpu(const Event& event, std::int64_t at);
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
};

}  // namespace drydock::trace::internal
