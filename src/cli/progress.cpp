#include "src/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace drydock::cli {
namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::milliseconds kPause{100};
constexpr std::size_t kWidth = 30;

}  // namespace

ProgressBar::ProgressBar(bool is_wanted) : is_drawing_(is_wanted && isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (has_drawn_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(std::uint64_t done, std::uint64_t planned) {
  const auto now = Clock::now();
  if (!is_drawing_ || now - began_ < kPatience || now - drawn_ < kPause || planned == 0) return;
  drawn_ = now;
  has_drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const double rate = static_cast<double>(done) / seconds;
  const double left = static_cast<double>(planned - std::min(done, planned)) / std::max(rate, 0.01);
  const auto filled = std::min<std::size_t>(kWidth, kWidth * done / planned);
  fmt::print(stderr, "\r\x1b[K[{}{}] {}/{} runs, {:.0f}/s, {:.0f} s left", std::string(filled, '='),
             std::string(kWidth - filled, ' '), done, planned, rate, left);
  std::fflush(stderr);
}

}  // namespace drydock::cli
