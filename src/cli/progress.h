// A progress bar on a terminal, for work that takes longer than two seconds.
#pragma once

#include <chrono>
#include <cstdint>

namespace drydock::cli {

class ProgressBar {
 public:
  // The bar is drawn only when the output is a terminal and `is_wanted` is true.
  explicit ProgressBar(bool is_wanted);
  // Erases the bar.
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
