// The names that things have at the border between the runtime and a user-mode driver.
//
// An object of the runtime has three names, which are three types: the runtime's, by which the
// driver speaks of it in callbacks; the driver's, by which the runtime speaks of it in calls; and
// the kernel's, by which both name it to the graphics kernel. A fourth, the miniport's, is never
// seen here.
//
// A runtime handle is a number that no address can be, so that a driver that follows it stops at
// once. It is never used twice, so a handle of a destroyed object is recognised:
//
//   63      48 47  40 39                    4 3  0
//   | 0xD3D0  | kind | number, from 1 up      | 0 |
#pragma once

#include <cstdint>

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

enum class HandleKind : std::uint8_t {
  kAdapter = 1,
  kDevice,
  kResource,
  kContext,
  kCoreLayer,     // of a device, for the callbacks of Direct3D 10 and later
  kChild,         // a view, a shader or a state object
  kCommandQueue,  // of Direct3D 12
  kPagingQueue,   // the runtime's own, in Direct3D 12
};

class RuntimeHandle {
 public:
  RuntimeHandle() = default;
  // Wraps a value from a driver, which may be anything.
  explicit RuntimeHandle(HANDLE given) : value_(reinterpret_cast<std::uintptr_t>(given)) {}

  static RuntimeHandle next(HandleKind kind);

  HANDLE as_given() const { return reinterpret_cast<HANDLE>(value_); }
  // True for every handle of the kind that was ever given out, and for forgeries of one.
  bool is_of(HandleKind kind) const {
    return value_ >> 40 == (std::uintptr_t{0xD3D0} << 8 | static_cast<std::uintptr_t>(kind));
  }
  auto operator<=>(const RuntimeHandle&) const = default;

 private:
  std::uintptr_t value_ = 0;
};

// The driver's own handle of an object.
struct DriverHandle {
  HANDLE value = nullptr;

  auto operator<=>(const DriverHandle&) const = default;
};

// The kernel's handle of a resource, an allocation, a context or a synchronization object.
struct KernelHandle {
  D3DKMT_HANDLE value = 0;

  explicit operator bool() const { return value != 0; }
  auto operator<=>(const KernelHandle&) const = default;
};

}  // namespace drydock::d3d
