// Questions about the pin types of a filter, and lists as clients write them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

#include "tests/ks/automation/request_scene.h"

namespace drydock::testing {

inline constexpr ULONG kSource = 0;  // with a handler for intersections
inline constexpr ULONG kSink = 1;    // without one

inline KSDATARANGE video() {
  KSDATARANGE out{};
  std::memcpy(&out, plain_format().data(), sizeof out);
  return out;
}
inline KSDATARANGE audio() {
  KSDATARANGE out = video();
  out.MajorFormat = KSDATAFORMAT_TYPE_AUDIO;
  return out;
}

// A list as a client writes it.
struct List {
  explicit List(std::initializer_list<KSDATARANGE> ranges) {
    for (const KSDATARANGE& each : ranges) add(each);
  }
  template <class T>
  List& add(const T& item) {
    const Bytes more = bytes_of(item);
    items.insert(items.end(), more.begin(), more.end());
    ++head.Count;
    head.Size = static_cast<ULONG>(sizeof head + items.size());
    return *this;
  }

  KSMULTIPLE_ITEM head{sizeof(KSMULTIPLE_ITEM), 0};
  Bytes items;
};

struct PinTypes : Asked {
  NTSTATUS ask(ULONG pin, ULONG id, Bytes& out, std::size_t* returned = nullptr,
               const List* list = nullptr) const {
    KSP_PIN request{};
    request.Property.Set = KSPROPSETID_Pin;
    request.Property.Id = id;
    request.Property.Flags = KSPROPERTY_TYPE_GET;
    request.PinId = pin;
    Bytes in = bytes_of(request);
    if (list != nullptr) {
      for (const Bytes& part : {bytes_of(list->head), list->items})
        in.insert(in.end(), part.begin(), part.end());
    }
    return filter.request(IOCTL_KS_PROPERTY, in, out, returned);
  }
  NTSTATUS intersect(ULONG pin, const List& list, Bytes& out,
                     std::size_t* returned = nullptr) const {
    return ask(pin, KSPROPERTY_PIN_DATAINTERSECTION, out, returned, &list);
  }
  NTSTATUS status_of(ULONG pin, const List& list) const {
    Bytes out(sizeof(KSDATAFORMAT));
    return intersect(pin, list, out);
  }
};

}  // namespace drydock::testing
