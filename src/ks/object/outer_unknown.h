// The COM side of objects: what KsGetOuterUnknown and the interfaces of connected pins lead to.
//
// An object has one outer unknown, which lives as long as it does. It answers IUnknown, IKsControl
// for filters and pins, IKsDeviceFunctions for devices, and asks the unknown that the minidriver
// aggregated for everything else.
#pragma once

#include <memory>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

class Object;

class OuterUnknown {
 public:
  virtual ~OuterUnknown() = default;
  virtual PUNKNOWN face() = 0;
  virtual PUNKNOWN aggregate(PUNKNOWN client) = 0;
};

std::unique_ptr<OuterUnknown> make_unknown(Object& object);

}  // namespace drydock::ks
