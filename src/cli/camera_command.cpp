// drydock camera: streams frames of an AVStream minidriver into PNG files.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drydock/avstream.h"
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

constexpr std::uint32_t kReadsAhead = 3;
constexpr std::uint32_t kMostFrames = 1'000'000;
constexpr std::uint32_t kMostPins = 65'535;

struct CameraOptions {
  std::string driver;
  std::uint32_t frames = 30;
  std::string out;
  std::size_t filter = 0;
  std::uint32_t pin = 0;
  std::string format;  // empty: the first format of the pin
  std::optional<std::uint64_t> seed;
  std::string json;
};

std::string name_of(const avstream::Video& video) {
  if (video.fourcc == 0) return fmt::format("RGB{}", video.bits);
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>(video.fourcc >> (8 * i) & 0x7f);
  return out;
}

// The folder of the images, with those above it. Those that were made are removed unless an image
// is written.
class ImageFolder {
 public:
  explicit ImageFolder(fs::path path) : path_(std::move(path)) {}
  ~ImageFolder() {
    if (!is_used_) remove_made();
  }
  ImageFolder(const ImageFolder&) = delete;
  ImageFolder& operator=(const ImageFolder&) = delete;

  // Throws Refusal when the image cannot be written.
  void write(const std::string& name, const RgbImage& image) {
    if (!is_used_) make();
    write_file(path_ / name, to_png(image));
    is_used_ = true;
  }

 private:
  void make() {
    for (fs::path at = fs::absolute(path_); !at.empty() && !fs::exists(at); at = at.parent_path())
      made_.push_back(at);
    std::error_code error;
    fs::create_directories(path_, error);
    if (error)
      throw Refusal(fmt::format("'{}' cannot be made: {}", path_.string(), error.message()));
  }
  // The innermost first.
  void remove_made() {
    std::error_code error;
    for (const fs::path& each : made_) fs::remove(each, error);
  }

  const fs::path path_;
  std::vector<fs::path> made_;
  bool is_used_ = false;
};

struct Taken {
  avstream::Video video;
  std::uint32_t frames = 0;
  std::uint32_t images = 0;
  std::int64_t first = 0;  // presentation times in units of 100 ns
  std::int64_t last = 0;
};

avstream::Format choose_format(avstream::Filter& filter, const CameraOptions& options,
                               avstream::Video& video) {
  std::string known;
  for (const avstream::Format& format : filter.formats(options.pin)) {
    const std::optional<avstream::Video> found = avstream::video_of(format);
    if (!found) continue;
    video = *found;
    if (options.format.empty() || options.format == name_of(video)) return format;
    known += (known.empty() ? "" : ", ") + name_of(video);
  }
  throw Refusal(known.empty() ? fmt::format("pin {} offers no video format", options.pin)
                              : fmt::format("pin {} offers {}", options.pin, known));
}

void keep(const CameraOptions& options, const avstream::Picture& picture, ImageFolder& folder,
          Taken& taken) {
  if (taken.frames == 0) taken.first = picture.time;
  taken.last = picture.time;
  ++taken.frames;
  if (options.out.empty()) return;
  const std::optional<RgbImage> image = to_rgb(taken.video, picture.data);
  if (!image) return;
  folder.write(fmt::format("frame-{:04}.png", taken.frames), *image);
  ++taken.images;
}

void stream(const CameraOptions& options, Taken& taken) {
  ImageFolder folder(options.out);
  avstream::Device camera(options.driver);
  avstream::Filter filter = camera.open(options.filter);
  const avstream::Format format = choose_format(filter, options, taken.video);
  avstream::Pin pin = filter.connect(options.pin, format);
  pin.use_host_clock();
  pin.set_state(avstream::State::kPause);
  pin.read_ahead(std::min(kReadsAhead, options.frames));
  pin.set_state(avstream::State::kRun);
  for (std::uint32_t i = 0; i < options.frames && !Interruption::is_asked_to_end(); ++i) {
    const avstream::Picture picture = pin.read();
    if (i + kReadsAhead < options.frames) pin.read_ahead(1);
    keep(options, picture, folder, taken);
  }
  pin.set_state(avstream::State::kStop);
}

std::string summary_of(const CameraOptions& options, const Taken& taken, const std::string& failure,
                       const std::vector<rules::Finding>& findings) {
  const nlohmann::ordered_json out = {
      {"version", 1},
      {"driver", options.driver},
      {"format", name_of(taken.video)},
      {"width", taken.video.width},
      {"height", std::abs(static_cast<std::int64_t>(taken.video.height))},
      {"frames", taken.frames},
      {"images", taken.images},
      {"first_time", taken.first},
      {"last_time", taken.last},
      {"error", failure.empty() ? nlohmann::json() : nlohmann::json(failure)},
      {"findings", nlohmann::json::parse(rules::to_json(findings))}};
  return out.dump(2) + "\n";
}

// The command that repeats this run and so reproduces its findings.
std::string replay_of(const CameraOptions& options) {
  std::string out = "drydock camera --avstream " + quoted(options.driver);
  out += fmt::format(" --frames {}", options.frames);
  if (options.filter != 0) out += fmt::format(" --filter {}", options.filter);
  if (options.pin != 0) out += fmt::format(" --pin {}", options.pin);
  if (!options.format.empty()) out += " --format " + quoted(options.format);
  if (options.seed) out += fmt::format(" --seed {}", *options.seed);
  return out;
}

int film(const CameraOptions& options) {
  begin_with_sanitizers_of({options.driver});
  verify::require_kind(options.driver, verify::DriverKind::kMinidriver);
  require_places({options.json}, {options.driver});
  const rules::FindingLog log;
  const rules::ReplayCommand replay(replay_of(options));
  Taken taken;
  std::string failure;
  {
    std::optional<sim::SeededSchedule> schedule;
    if (options.seed) schedule.emplace(*options.seed);
    try {
      stream(options, taken);
    } catch (const avstream::Error& stopped) {
      failure = stopped.what();
    }
  }
  const std::vector<rules::Finding> findings = log.findings();
  std::size_t breaches = 0;
  for (const rules::Finding& finding : findings) {
    fmt::print("{}\n", rules::to_text(finding));
    breaches += rules::severity_of(finding) != rules::Severity::kLint;
  }
  if (!failure.empty()) fmt::print(stderr, "drydock camera: {}\n", failure);
  if (Interruption::is_asked_to_end()) fmt::print(stderr, "drydock camera: was interrupted\n");
  fmt::print("{} frames, {} images; {} findings, {} lints\n", taken.frames, taken.images, breaches,
             findings.size() - breaches);
  if (!options.json.empty())
    write_file(options.json, summary_of(options, taken, failure, findings));
  return breaches != 0 || !failure.empty() ? kFailure : kSuccess;
}

}  // namespace

void add_camera_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "camera", "Stream frames of an AVStream minidriver, and say what it did wrong");
  auto options = std::make_shared<CameraOptions>();
  command->add_option("--avstream", options->driver, "A minidriver that drydock cc made")
      ->option_text("DRIVER")
      ->required();
  command->add_option("--frames", options->frames, "How many to read (30)")
      ->option_text("N")
      ->check(whole_number(1, kMostFrames));
  command->add_option("--out", options->out, "Write each as a PNG image into this folder")
      ->option_text("DIR");
  command->add_option("--filter", options->filter, "Which filter of the device (0)")
      ->option_text("N")
      ->check(whole_number(0));
  command->add_option("--pin", options->pin, "Which pin type of the filter (0)")
      ->option_text("N")
      ->check(whole_number(0, kMostPins));
  command
      ->add_option("--format", options->format,
                   "A format by name, such as NV12, YUY2 or RGB24; without it the first")
      ->option_text("NAME");
  command
      ->add_option("--seed", options->seed,
                   "Let this number decide the order of all threads, and time")
      ->option_text("N")
      ->check(whole_number(0));
  command->add_option("--json", options->json, "Write a summary with the findings as JSON")
      ->option_text("FILE")
      ->check(file_name());
  command->footer(
      "\nExit: 0 all frames came and nothing was found, 1 findings or frames that did not come,\n"
      "2 the request cannot be carried out; 128 + N: signal N interrupted it.");
  command->callback([options, &exit_code] {
    exit_code = run_or_explain("camera", [&] { return film(*options); });
  });
}

}  // namespace drydock::cli
