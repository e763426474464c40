// I/O ports.
#include "src/nt/bus/port.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "src/nt/base/wdk.h"

namespace {

namespace nt = drydock::nt;

template <typename T>
T* port(ULONG_PTR number) {
  return reinterpret_cast<T*>(number);
}

TEST(Port, UndeclaredPortsReadAllOnes) {
  EXPECT_EQ(READ_PORT_UCHAR(port<UCHAR>(0x3C0)), 0xFF);
  EXPECT_EQ(READ_PORT_USHORT(port<USHORT>(0x3C0)), 0xFFFF);
  EXPECT_EQ(READ_PORT_ULONG(port<ULONG>(0x3C0)), 0xFFFFFFFFU);
  WRITE_PORT_UCHAR(port<UCHAR>(0x3C0), 1);
}

// wdm/nf-wdm-read_port_ulong.md and its kin: each width reaches the device with its offset.
TEST(Port, DeclaredPortsReachTheDevice) {
  std::vector<std::uint64_t> written;
  const auto range = nt::declare_port_range(
      0x1CE, 4,
      {.read = [](std::uint64_t offset, unsigned width) { return offset * 16 + width; },
       .write =
           [&](std::uint64_t offset, unsigned width, std::uint64_t value) {
             written.insert(written.end(), {offset, width, value});
           }});
  EXPECT_EQ(READ_PORT_UCHAR(port<UCHAR>(0x1CF)), 0x11);
  EXPECT_EQ(READ_PORT_USHORT(port<USHORT>(0x1D0)), 0x22);
  EXPECT_EQ(READ_PORT_ULONG(port<ULONG>(0x1CE)), 0x04U);
  EXPECT_EQ(READ_PORT_ULONG(port<ULONG>(0x1D0)), 0xFFFFFFFFU);  // leaves the range
  WRITE_PORT_USHORT(port<USHORT>(0x1CE), 0xABCD);
  EXPECT_EQ(written, (std::vector<std::uint64_t>{0, 2, 0xABCD}));
}

// wdm/nf-wdm-write_port_buffer_uchar.md: the bytes go to one port, one after the other.
TEST(Port, BuffersGoThroughOnePort) {
  std::vector<std::uint64_t> written;
  UCHAR next = 10;
  const auto range = nt::declare_port_range(
      0x500, 1,
      {.read = [&](std::uint64_t, unsigned) { return std::uint64_t{next++}; },
       .write = [&](std::uint64_t, unsigned, std::uint64_t value) { written.push_back(value); }});
  UCHAR bytes[3] = {1, 2, 3};
  WRITE_PORT_BUFFER_UCHAR(port<UCHAR>(0x500), bytes, 3);
  READ_PORT_BUFFER_UCHAR(port<UCHAR>(0x500), bytes, 3);
  EXPECT_EQ(written, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(bytes[2], 12);
}

TEST(Port, RangesDoNotOverlap) {
  const auto range = nt::declare_port_range(0x600, 8, {});
  EXPECT_THROW(nt::declare_port_range(0x607, 1, {}), std::invalid_argument);
  EXPECT_THROW(nt::declare_port_range(0xFFFF, 2, {}), std::invalid_argument);
  EXPECT_EQ(READ_PORT_UCHAR(port<UCHAR>(0x600)), 0xFF);
}

}  // namespace
