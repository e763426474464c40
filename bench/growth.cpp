#include "bench/growth.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "bench/null_miniport.h"
#include "bench/paired.h"
#include "src/dxgk/object/read_section.h"

namespace drydock::bench {
namespace {

struct Curve {
  const char* name;
  const char* colour;
  std::vector<double> ns = {};  // for all n together, at n = 1, 10, 100 …
};

void look_up_all(Station& station, const std::vector<D3DKMT_HANDLE>& handles) {
  for (const D3DKMT_HANDLE handle : handles) {
    const dxgk::ReadSection reading;
    if (station.process().handles().look_up(handle) == nullptr)
      throw std::runtime_error("a live handle is not found");
  }
}

// Few objects are measured often, and the least of it counts: the rest is the machine.
void measure_at(std::size_t n, std::array<Curve, 4>& curves) {
  Station station;
  std::array<double, 4> least;
  least.fill(1e300);
  const std::size_t rounds = std::max<std::size_t>(3, 10'000 / n);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<D3DKMT_HANDLE> handles(n);
    const std::array<double, 4> ns = {
        time_ns([&] { station.create(handles); }),
        time_ns([&] { look_up_all(station, handles); }),
        time_ns([&] { station.destroy(handles); }),
        [&] {
          station.create(handles);
          return time_ns([&] { station.end_process(); });
        }(),
    };
    for (std::size_t i = 0; i < ns.size(); ++i) least[i] = std::min(least[i], ns[i]);
  }
  for (std::size_t i = 0; i < curves.size(); ++i) curves[i].ns.push_back(least[i]);
}

// Least squares over the logarithms, from a thousand on: below that a call costs what it costs.
double exponent_of(const Curve& curve) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = std::min<std::size_t>(3, curve.ns.size() - 2); i < curve.ns.size(); ++i) {
    const auto at = static_cast<double>(i);
    const double value = std::log10(curve.ns[i]);
    n += 1, x += at, y += value, xx += at * at, xy += at * value;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

// Both axes are logarithmic: a straight line at 45 degrees is growth with the work.
std::string svg_of(const std::array<Curve, 4>& curves) {
  constexpr double kLeft = 70, kBottom = 430, kDecade = 60;
  constexpr double kLowest = 1;  // 10 ns
  const auto x_of = [](std::size_t i) { return kLeft + kDecade * static_cast<double>(i); };
  const auto y_of = [](double ns) { return kBottom - 45 * (std::log10(ns) - kLowest); };
  std::string out =
      "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='480' font-family='sans-serif' "
      "font-size='12'>\n<rect width='640' height='480' fill='white'/>\n";
  for (std::size_t i = 0; i < curves[0].ns.size(); ++i)
    out += fmt::format("<text x='{}' y='450' text-anchor='middle'>10^{}</text>\n", x_of(i), i);
  for (int decade = 1; decade <= 9; ++decade) {
    const double y = y_of(std::pow(10, decade));
    out += fmt::format(
        "<line x1='{0}' y1='{1}' x2='{2}' y2='{1}' stroke='#ddd'/>"
        "<text x='{3}' y='{1}' text-anchor='end'>10^{4} ns</text>\n",
        kLeft, y, x_of(curves[0].ns.size() - 1), kLeft - 6, decade);
  }
  double legend = 60;
  for (const Curve& curve : curves) {
    std::string points;
    for (std::size_t i = 0; i < curve.ns.size(); ++i)
      points += fmt::format("{:.1f},{:.1f} ", x_of(i), y_of(curve.ns[i]));
    out += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>\n", points,
                       curve.colour);
    out += fmt::format("<text x='480' y='{}' fill='{}'>{}: n^{:.2f}</text>\n", legend += 18,
                       curve.colour, curve.name, exponent_of(curve));
  }
  out += "<text x='70' y='30'>Time for all n live allocations</text>\n";
  return out + "</svg>\n";
}

}  // namespace

void plot_growth(const std::filesystem::path& folder) {
  std::array<Curve, 4> curves = {{{"create", "#1b6ca8"},
                                  {"look up", "#3a9d5d"},
                                  {"destroy", "#c0392b"},
                                  {"process end", "#8e44ad"}}};
  for (std::size_t n = 1; n <= scaled(1'000'000); n *= 10) measure_at(n, curves);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "growth.svg") << svg_of(curves);
  fmt::print("growth with live allocations (1 is linear):");
  for (const Curve& curve : curves) fmt::print("  {} {:.2f}", curve.name, exponent_of(curve));
  fmt::print("   {}\n", (folder / "growth.svg").string());
}

}  // namespace drydock::bench
