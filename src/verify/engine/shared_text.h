// A text that a child process writes and its parent reads, whole or not at all.
//
// It lies in memory that processes share from their fork on: neither a full disk nor a limit on the
// size of files cuts it, and nothing of it stays behind.
//
// Owner: the parent, for longer than the children that write. Threads: one process writes, once.
// Cost: address space; memory for what is written.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace drydock::verify {

class SharedText {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 30;  // bytes

  // Throws std::bad_alloc.
  SharedText();
  ~SharedText();
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  // A text that is longer than kMost is not written.
  void write(std::string_view text);
  // Nothing unless a text was written to its end.
  std::optional<std::string> read() const;

 private:
  struct Memory {
    // The writer's release pairs with the reader's acquire.
    std::atomic<std::size_t> size = 0;  // 0: nothing is written
    char bytes[kMost];
  };
  Memory* const memory_;
};

}  // namespace drydock::verify
