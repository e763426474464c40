// A pin of a minidriver that does nothing wrong, with an allocator below it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline std::filesystem::path idle_driver() {
  static const std::filesystem::path built =
      minidriver({"FRAMES=0", "POSSIBLE=2", "SINK_POSSIBLE=2"});
  return built;
}

// A pin of a minidriver that does nothing wrong, with an allocator below it.
struct ClientScene {
  Rig rig{idle_driver()};
  File filter, pin, allocator;

  ClientScene() {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    EXPECT_EQ(open_allocator(pool_framing(1), allocator), STATUS_SUCCESS);
  }
  NTSTATUS open_allocator(const KSALLOCATOR_FRAMING& wanted, File& out) {
    return rig.open_below(pin, ks::kAllocatorClass, bytes_of(wanted), out);
  }
  NTSTATUS method(ULONG id, ULONG flags, Bytes& frame) const {
    KSMETHOD method{};
    method.Set = KSMETHODSETID_StreamAllocator;
    method.Id = id;
    method.Flags = flags;
    return allocator.request(IOCTL_KS_METHOD, bytes_of(method), frame);
  }
  NTSTATUS enable(const File& file, const GUID& set, ULONG id, KSEVENTDATA& data) const {
    KSEVENT event{};
    event.Set = set;
    event.Id = id;
    event.Flags = KSEVENT_TYPE_ENABLE;
    Bytes out = bytes_of(data);
    return file.request(IOCTL_KS_ENABLE_EVENT, bytes_of(event), out);
  }
  KSSTREAMALLOCATOR_FUNCTIONTABLE table() const {
    Bytes out(sizeof(KSSTREAMALLOCATOR_FUNCTIONTABLE));
    EXPECT_EQ(
        allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, out),
        STATUS_SUCCESS);
    KSSTREAMALLOCATOR_FUNCTIONTABLE table;
    std::memcpy(&table, out.data(), sizeof table);
    return table;
  }
  std::vector<drydock::rules::Finding> end() {
    allocator.close();
    pin.close();
    filter.close();
    rig.finish();
    return rig.findings();
  }
};

inline void expect(ClientScene& scene, const char* rule) {
  const auto findings = scene.end();
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

}  // namespace drydock::testing
