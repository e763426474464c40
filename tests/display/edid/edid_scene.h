// The base block of a monitor of the tests' own.
#pragma once

#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "src/display/edid/edid.h"

namespace drydock::testing {

using display::EdidBlock;

inline void set_checksum(EdidBlock& block) {
  block[127] = 0;
  block[127] = static_cast<std::uint8_t>(-std::accumulate(block.begin(), block.end(), 0));
}

inline void put_text(EdidBlock& block, std::size_t at, std::uint8_t tag, std::string_view text) {
  block[at + 3] = tag;
  for (std::size_t i = 0; i < 13; ++i)
    block[at + 5 + i] =
        i < text.size() ? static_cast<std::uint8_t>(text[i]) : (i == text.size() ? '\n' : ' ');
}

// A digital monitor of 1920 x 1080 pixels, version 1.3.
inline EdidBlock sample_edid() {
  EdidBlock block{};
  for (std::size_t i = 1; i < 7; ++i) block[i] = 0xff;
  block[8] = 0x13, block[9] = 0x24;    // DYD
  block[10] = 0x34, block[11] = 0x12;  // product
  block[12] = 0x78, block[13] = 0x56;  // serial
  block[16] = 10, block[17] = 34;      // week, year
  block[18] = 1, block[19] = 3;        // version
  block[20] = 0x80;                    // digital
  block[21] = 52, block[22] = 29, block[23] = 120;
  block[24] = 0x0a;                                   // preferred timing
  block[35] = 0x21, block[36] = 0x08, block[37] = 0;  // 640x480, 800x600, 1024x768 at 60
  constexpr std::uint8_t kStandard[] = {0x81, 0x80, 0xd1, 0xc0};  // 1280x1024, 1920x1080 at 60
  for (std::size_t i = 0; i < 16; ++i) block[38 + i] = i < 4 ? kStandard[i] : 1;
  constexpr std::uint8_t kDetailed[] = {0x02, 0x3a, 0x80, 0x18, 0x71, 0x38, 0x2d, 0x40, 0x58,
                                        0x2c, 0x45, 0x00, 0x08, 0x22, 0x21, 0x00, 0x00, 0x1e};
  for (std::size_t i = 0; i < sizeof kDetailed; ++i) block[54 + i] = kDetailed[i];
  put_text(block, 72, 0xfc, "Drydock 24");
  put_text(block, 90, 0xff, "0042");
  constexpr std::uint8_t kRanges[] = {0, 0, 0, 0xfd, 0, 50, 76, 30, 83, 17, 0, '\n'};
  for (std::size_t i = 0; i < 18; ++i) block[108 + i] = i < sizeof kRanges ? kRanges[i] : ' ';
  set_checksum(block);
  return block;
}

// What edid-decode says of the blocks of one EDID.
std::string decoded(const std::vector<EdidBlock>& blocks, const std::string& options = {});

// Fails unless edid-decode has printed the timing with its numbers.
void expect_decoded(const std::string& text, const display::Timing& timing);

// A CTA-861 extension of revision 3 with these short video descriptors, 640 x 480 as its native
// detailed timing, and another detailed timing of an interlaced picture.
inline EdidBlock sample_cta(const std::vector<std::uint8_t>& codes) {
  EdidBlock block{};
  block[0] = 0x02, block[1] = 3;
  std::size_t at = 4;
  block[at++] = static_cast<std::uint8_t>(0x40 | codes.size());
  for (const std::uint8_t code : codes) block[at++] = code;
  block[2] = static_cast<std::uint8_t>(at);
  constexpr std::uint8_t kDetailed[] = {0xd6, 0x09, 0x80, 0xa0, 0x20, 0xe0, 0x2d, 0x10, 0x10,
                                        0x60, 0xa2, 0x00, 0x08, 0x22, 0x21, 0x00, 0x00, 0x18};
  constexpr std::uint8_t kInterlaced[] = {0x01, 0x1d, 0x80, 0x18, 0x71, 0x1c, 0x16, 0x20, 0x58,
                                          0x2c, 0x25, 0x00, 0x08, 0x22, 0x21, 0x00, 0x00, 0x9e};
  for (const std::uint8_t byte : kDetailed) block[at++] = byte;
  for (const std::uint8_t byte : kInterlaced) block[at++] = byte;
  set_checksum(block);
  return block;
}

// The sample with a number of extension blocks.
inline EdidBlock sample_edid_with(UINT extensions) {
  EdidBlock block = sample_edid();
  block[126] = static_cast<std::uint8_t>(extensions);
  set_checksum(block);
  return block;
}

}  // namespace drydock::testing
