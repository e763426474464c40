// drydock screen: shows a test card by a display-only miniport, and writes what is scanned out.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drydock/screen.h"
#include "src/cli/checks.h"
#include "src/cli/commands.h"
#include "src/cli/interruption.h"
#include "src/cli/png_image.h"
#include "src/cli/report.h"
#include "src/cli/report_file.h"
#include "src/cli/with_sanitizers.h"
#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "src/verify/base/kind.h"

namespace drydock::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostPictures = 10'000;
constexpr std::uint32_t kLongestSide = 16'384;

struct ScreenOptions {
  std::string driver;
  std::string mode;  // empty: the one that the driver starts in
  std::string firmware = "1024x768";
  std::string out;
  std::uint32_t frames = 1;
  std::optional<std::uint64_t> seed;
};

// "1024x768".
std::optional<screen::Size> read_size(const std::string& text) {
  screen::Size out;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, out.width);
  if (width.ec != std::errc{} || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, out.height);
  const bool is_whole = height.ec == std::errc{} && height.ptr == end;
  const bool is_sane =
      out.width != 0 && out.height != 0 && out.width <= kLongestSide && out.height <= kLongestSide;
  return is_whole && is_sane ? std::optional(out) : std::nullopt;
}

CLI::Validator size_of_picture() {
  return CLI::Validator(
      [](const std::string& text) {
        return read_size(text) ? std::string()
                               : fmt::format("takes a size such as 1024x768, not '{}'", text);
      },
      "");
}

RgbImage to_image(const screen::Picture& picture) {
  RgbImage out{picture.size.width, picture.size.height, {}};
  out.pixels.reserve(picture.pixels.size() * 3);
  for (const std::uint32_t pixel : picture.pixels) {
    for (const int shift : {16, 8, 0})
      out.pixels.push_back(static_cast<std::uint8_t>(pixel >> shift));
  }
  return out;
}

// "card.png", or "card-0001.png" of several.
fs::path path_of(const ScreenOptions& options, std::uint32_t frame) {
  fs::path path = options.out;
  if (options.frames == 1) return path;
  return path.replace_filename(
      fmt::format("{}-{:04}{}", path.stem().string(), frame + 1, path.extension().string()));
}

// A mode that is smaller than the screen may lie in its middle, or be stretched over it.
std::string verdict(const screen::Picture& card, const screen::Picture& picture) {
  const bool is_larger = picture.size != card.size;
  const bool fits =
      card.size.width <= picture.size.width && card.size.height <= picture.size.height;
  if (fits && is_same(centred(card, picture.size), picture))
    return is_larger ? "as presented, in the middle" : "as presented";
  return is_larger ? "scaled by the driver" : "not as presented";
}

// Returns what is wrong with the pictures; empty when nothing is.
std::string show_cards(const ScreenOptions& options) {
  screen::Screen display(options.driver, *read_size(options.firmware));
  if (!options.mode.empty()) display.set_mode(*read_size(options.mode));
  std::string said;
  for (std::uint32_t frame = 0; frame < options.frames; ++frame) {
    if (Interruption::is_asked_to_end()) return "was interrupted";
    const screen::Picture card = screen::test_card(display.mode(), frame);
    display.show(card);
    const screen::Picture picture = display.scanned_out();
    said = verdict(card, picture);
    const fs::path path = path_of(options, frame);
    write_file(path, to_png(to_image(picture)));
    if (said == "not as presented") return fmt::format("frame {} is {}", frame + 1, said);
  }
  fmt::print("{} x {} on a screen of {}: {}\n", display.mode().width, display.mode().height,
             options.firmware, said);
  return {};
}

std::string replay_of(const ScreenOptions& options) {
  std::string out = "drydock screen --miniport " + quoted(options.driver);
  if (!options.mode.empty()) out += " --mode " + options.mode;
  out += fmt::format(" --firmware {} --frames {} --out {}", options.firmware, options.frames,
                     quoted(options.out));
  if (options.seed) out += fmt::format(" --seed {}", *options.seed);
  return out;
}

int light_screen(const ScreenOptions& options) {
  begin_with_sanitizers_of({options.driver});
  verify::require_kind(options.driver, verify::DriverKind::kMiniport);
  for (std::uint32_t frame = 0; frame < options.frames; ++frame)
    require_places({path_of(options, frame)}, {options.driver});
  const rules::FindingLog log;
  const rules::ReplayCommand replay(replay_of(options));
  std::string failure;
  {
    std::optional<sim::SeededSchedule> schedule;
    if (options.seed) schedule.emplace(*options.seed);
    try {
      failure = show_cards(options);
    } catch (const screen::Error& error) {
      failure = error.what();
    }
  }
  std::size_t breaches = 0;
  const std::vector<rules::Finding> findings = log.findings();
  for (const rules::Finding& finding : findings) {
    fmt::print("{}\n", rules::to_text(finding));
    breaches += rules::severity_of(finding) != rules::Severity::kLint;
  }
  if (!failure.empty()) fmt::print(stderr, "drydock screen: {}\n", failure);
  fmt::print("{} findings, {} lints\n", breaches, findings.size() - breaches);
  return breaches != 0 || !failure.empty() ? kFailure : kSuccess;
}

}  // namespace

void add_screen_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "screen", "Show a test card by a display-only miniport, and write what is on screen");
  auto options = std::make_shared<ScreenOptions>();
  command->add_option("--miniport", options->driver, "A miniport that drydock cc made")
      ->option_text("DRIVER")
      ->required();
  command->add_option("--out", options->out, "Write the picture into this PNG file")
      ->option_text("FILE")
      ->check(file_name())
      ->required();
  command->add_option("--mode", options->mode, "Set this mode; without it the driver's first")
      ->option_text("WxH")
      ->check(size_of_picture());
  command
      ->add_option("--firmware", options->firmware,
                   "The mode in which firmware left the frame buffer (1024x768)")
      ->option_text("WxH")
      ->check(size_of_picture());
  command
      ->add_option("--frames", options->frames,
                   "How many pictures of an animation, each in a file with its number (1)")
      ->option_text("N")
      ->check(whole_number(1, kMostPictures));
  command
      ->add_option("--seed", options->seed,
                   "Let this number decide the order of all threads, and time")
      ->option_text("N")
      ->check(whole_number(0));
  command->footer(
      "\nExit: 0 the card is shown and nothing was found, 1 findings or another picture,\n"
      "2 the request cannot be carried out; 128 + N: signal N interrupted it.");
  command->callback([options, &exit_code] {
    exit_code = run_or_explain("screen", [&] { return light_screen(*options); });
  });
}

}  // namespace drydock::cli
