#include "tests/display/edid/edid_scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "tests/support/temp_folder.h"

namespace drydock::testing {

std::string decoded(const std::vector<EdidBlock>& blocks, const std::string& options) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "edid.bin";
  {
    std::ofstream out(file, std::ios::binary);
    for (const EdidBlock& block : blocks)
      out.write(reinterpret_cast<const char*>(block.data()), block.size());
  }
  const std::string input = blocks.empty() ? "" : file.string();
  FILE* const pipe = popen(("edid-decode " + options + " " + input + " 2>&1").c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string text;
  char buffer[256];
  while (pipe != nullptr && fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  if (pipe != nullptr) pclose(pipe);
  return text;
}

void expect_decoded(const std::string& text, const display::Timing& timing) {
  const double clock = static_cast<double>(timing.pixel_hz);
  const UINT pixels = timing.total_width * timing.total_height;
  const UINT fields = timing.is_interlaced ? 2 : 1;
  const std::string size =
      fmt::format(" {}x{}{} ", timing.width, timing.height, timing.is_interlaced ? "i" : "");
  const std::string rate = fmt::format("{:.6f} Hz", clock * fields / pixels);
  const std::string lines = fmt::format("{:.3f} kHz", clock / timing.total_width / 1000);
  for (std::size_t at = 0; (at = text.find(size, at)) != std::string::npos; ++at) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (line.find(rate) != std::string::npos && line.find(lines) != std::string::npos) return;
  }
  ADD_FAILURE() << size << rate << ' ' << lines << " is not in\n" << text;
}

}  // namespace drydock::testing
