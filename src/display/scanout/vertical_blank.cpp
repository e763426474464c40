#include "src/display/scanout/vertical_blank.h"

#include <algorithm>

namespace drydock::display {
namespace {

constexpr sim::Time kSecond = 10'000'000;
constexpr sim::Time kUsualPeriod = kSecond / 60;
constexpr UINT kUsualBlank = 20;  // the part of the lines that is blank

bool is_specified(UINT value) {
  return value != D3DKMDT_FREQUENCY_NOTSPECIFIED && value != 0xFFFF'FFFF && value != 0;
}

sim::Time period_of(const D3DDDI_RATIONAL& frequency) {
  if (!is_specified(frequency.Numerator) || !is_specified(frequency.Denominator))
    return kUsualPeriod;
  const sim::Time period = kSecond * static_cast<sim::Time>(frequency.Denominator) /
                           static_cast<sim::Time>(frequency.Numerator);
  return std::clamp<sim::Time>(period, 1, kSecond);
}

}  // namespace

VerticalBlank::VerticalBlank(const D3DKMDT_VIDEO_SIGNAL_INFO& signal, sim::Time start)
    : start_(start),
      period_(period_of(signal.VSyncFreq)),
      visible_lines_(std::max(signal.ActiveSize.cy, 1U)) {
  const UINT total = signal.TotalSize.cy;
  const bool has_blank = is_specified(total) && total > visible_lines_;
  lines_ = has_blank ? total : visible_lines_ + std::max(visible_lines_ / kUsualBlank, 1U);
}

ScanLine VerticalBlank::scan_line(sim::Time now) const {
  const auto into = static_cast<std::uint64_t>((now - start_) % period_);
  const auto line = static_cast<UINT>(into * lines_ / static_cast<std::uint64_t>(period_));
  return {line, line >= visible_lines_};
}

sim::Time VerticalBlank::next(sim::Time after) const {
  // Rounded up, so that the line of that moment is the blank's first.
  const sim::Time blank = (period_ * visible_lines_ + lines_ - 1) / lines_;
  const sim::Time frame = (after - start_) / period_;
  const sim::Time of_this_frame = start_ + frame * period_ + blank;
  return of_this_frame > after ? of_this_frame : of_this_frame + period_;
}

}  // namespace drydock::display
