// The memory behind a handle of Direct3D 10 and later: the runtime's, of the size that the driver
// asked for, and the driver's to fill.
//
//   | nobody's page | ... poison ... | the block | up to 15 spare bytes | nobody's page |
//
// It begins with a pattern, so that what the driver forgets to fill is no pointer. When its object
// is gone nobody may touch it any more, and its addresses are never given again: a driver that does
// ends there, and is told whose memory it was.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "src/d3d/breach.h"
#include "src/d3d/objects.h"
#include "src/nt/driver/driver.h"

namespace drydock::d3d {

class PrivateMemory {
 public:
  // The rules that use afterwards and use beyond break; `owner` is what findings call it. Throws
  // std::bad_alloc.
  struct Rules {
    rules::RuleId afterwards;
    rules::RuleId beyond;
  };
  PrivateMemory(std::size_t bytes, std::string owner, Rules rules);
  // Of a size that a driver said; null when that is no size of anything, or cannot be had.
  static std::unique_ptr<PrivateMemory> make(std::size_t bytes, std::string owner, Rules rules);
  ~PrivateMemory();
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  void* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  // False when the driver wrote into what lies between its block and the page of nobody's.
  bool is_intact() const;
  // The same, said by the rule about use beyond.
  void check(const char* where, Breaches& breaches) const;
  // Its object is gone, by this call.
  void retire(const char* by);

 private:
  friend void explain_fault(nt::Driver&, const char*, std::uintptr_t);

  const std::size_t bytes_;
  const std::string owner_;
  const Rules rules_;
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
  const char* retired_by_ = nullptr;
};

// A driver ended at this address in a call of `where`: a finding when it is of such memory.
void explain_fault(nt::Driver& driver, const char* where, std::uintptr_t address);

}  // namespace drydock::d3d
