// The stacks of findings, each with its frames once, and which of them the parent has.
//
// A finding's stack is a dozen functions, files and lines: to resolve it, write it, send it and
// read it costs more than the run that it comes from, and a defect shows itself in hundreds of
// runs. So a child asks, before it resolves a stack, whether the parent has its frames, and then
// sends the stack's number alone.
//
// Owner: the parent, for one verification: numbers are told apart by the layout of the files that
// are loaded, and another verification may have others. Threads: the parent's one thread adds;
// children, which are forked while the table lives, only ask, on any thread and also in handlers of
// signals. Cost: half a mebibyte that is shared, of which only the pages in use exist; a question
// is a probe or two.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

#include "src/rules/stack.h"

namespace drydock::verify {

class StackTable {
 public:
  StackTable();
  ~StackTable();
  StackTable(const StackTable&) = delete;
  StackTable& operator=(const StackTable&) = delete;

  // For the parent. A stack that is added again is the same.
  void add(std::uint64_t number, std::vector<rules::Frame> frames);
  // Returns the frames of a stack that was added.
  const std::vector<rules::Frame>& frames_of(std::uint64_t number) const;

  // For parent and children. A full table knows no further stack; its frames are sent each time.
  bool knows(std::uint64_t number) const;

 private:
  struct Shared;

  std::atomic<std::uint64_t>& slot_of(std::uint64_t number) const;

  Shared* shared_;
  std::size_t used_ = 0;
  std::map<std::uint64_t, std::vector<rules::Frame>> frames_;
};

}  // namespace drydock::verify
