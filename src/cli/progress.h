// A bar on a terminal for what takes longer than two seconds.
#pragma once

#include <chrono>
#include <cstdint>

namespace drydock::cli {

class ProgressBar {
 public:
  // Draws only on a terminal, and only when it is wanted.
  explicit ProgressBar(bool is_wanted);
  // Wipes what it drew.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::uint64_t done, std::uint64_t planned);

 private:
  using Clock = std::chrono::steady_clock;

  const bool is_drawing_;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point drawn_ = began_;
  bool has_drawn_ = false;
};

}  // namespace drydock::cli
