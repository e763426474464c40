// Lives of the driver whose only job is its heap (heap_umd.cpp).
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/win32/memory/heap.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr const char* kHeapFile = "heap_umd.cpp";

// The driver has the same structure.
struct HeapDeed {
  const char* name;
  void (*run)();
};

// The first member of D3DDDIARG_OPENADAPTER.
struct HeapOpenArguments {
  const HeapDeed* adapter;
  void* rest[16];
};

inline const std::string& heap_source() {
  static const std::string text = [] {
    std::ifstream in(std::string(DRYDOCK_SOURCE_DIR "/tests/win32/memory/") + kHeapFile);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }();
  return text;
}

// A life of the driver: its deeds, one after the other.
class HeapLife {
 public:
  explicit HeapLife(const std::filesystem::path& file = DRYDOCK_HEAP_UMD)
      : driver_(nt::LoadedDriver::load(file)) {
    using Open = long(HeapOpenArguments*);
    auto* const open = reinterpret_cast<Open*>(driver_->symbol("OpenAdapter"));
    HeapOpenArguments arguments{};
    driver().run("OpenAdapter", [&] { open(&arguments); });
    deeds_ = arguments.adapter;
  }

  HeapLife& does(const std::string& name, win32::HeapAccount account = 0) {
    for (const HeapDeed* deed = deeds_; deed->name != nullptr; ++deed) {
      if (deed->name != name) continue;
      const win32::UnderHeapAccount under(account);
      driver().run(deed->name, deed->run);
      return *this;
    }
    throw std::runtime_error("no deed " + name);
  }

  std::vector<rules::Finding> end() {
    driver_->unload();
    alive_ = driver().alive();
    return log_.findings();
  }

  nt::Driver& driver() { return driver_->driver(); }
  std::vector<rules::Finding> findings() const { return log_.findings(); }
  bool alive() const { return alive_; }

 private:
  const rules::FindingLog log_;
  std::unique_ptr<nt::LoadedDriver> driver_;
  const HeapDeed* deeds_ = nullptr;
  bool alive_ = false;
};

inline bool passes(const rules::Finding& finding, const std::string& mark) {
  return mentions_line(finding, kHeapFile, line_of(heap_source(), "/*" + mark + "*/"));
}

// The deed is found by this rule, at its line.
inline void expect_found(const std::string& deed, const std::string& rule) {
  HeapLife life;
  const auto findings = life.does(deed).end();
  ASSERT_TRUE(has(findings, rule)) << deed << "\n" << text_of(findings);
  EXPECT_TRUE(passes(first(findings, rule), deed)) << deed << "\n" << text_of(findings);
}

inline void expect_silent(const std::string& deed) {
  HeapLife life;
  const auto findings = life.does(deed).end();
  EXPECT_TRUE(findings.empty()) << deed << "\n" << text_of(findings);
  EXPECT_TRUE(life.alive()) << deed;
}

}  // namespace drydock::testing
