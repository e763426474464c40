// The memory behind a handle of Direct3D 10 and later: the runtime's, of the size that the driver
// asked for, and the driver's to fill.
//
//   | guard page | ... poison ... | the block | up to 15 spare bytes | guard page |
//
// It begins with a pattern, so that a member which the driver does not fill is no pointer. When its
// object is destroyed, every access to it ends the driver, and a finding names the object; its
// addresses are never used again.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "src/d3d/core/objects.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"

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
  // Allocates memory of a size that a driver returned. Returns null when the size is impossible or
  // there is no memory.
  static std::unique_ptr<PrivateMemory> make(std::size_t bytes, std::string owner, Rules rules);
  ~PrivateMemory();
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  void* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  // False when the driver wrote between its block and the guard page.
  bool is_intact() const;
  // The same, said by the rule about use beyond. What was hit is mended.
  void check(const char* where) const;
  // Its object was destroyed by this call: no access from now on.
  void retire(const char* by);

 private:
  std::uintptr_t last_address() const {
    return reinterpret_cast<std::uintptr_t>(mapping_) + mapped_ - 1;
  }
  friend void explain_fault(nt::Driver&, const char*, std::uintptr_t);

  const std::size_t bytes_;
  const std::string owner_;
  const Rules rules_;
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
};

// The table of a device's functions (U-053). It is empty until the driver fills it. Throws
// std::bad_alloc.
class TableMemory : public PrivateMemory {
 public:
  explicit TableMemory(std::size_t bytes);
};

// A driver ended at this address in a call of `where`: a finding when it is of such memory.
void explain_fault(nt::Driver& driver, const char* where, std::uintptr_t address);

}  // namespace drydock::d3d
