// A value that converts to any function pointer of a table: the function does nothing and returns a
// fixed result.
#pragma once

#include <type_traits>

#include "softgpu_umd.h"

template <HRESULT Result>
struct Answer {
  template <typename Returned, typename... Arguments>
  using Function = Returned(APIENTRY*)(Arguments...);

  template <typename Returned, typename... Arguments>
  operator Function<Returned, Arguments...>() const {
    return [](Arguments...) -> Returned {
      if constexpr (std::is_same_v<Returned, SIZE_T>) {
        return sizeof(VOID*);  // the least that a private object may have
      } else if constexpr (std::is_class_v<Returned>) {
        return Returned{};
      } else if constexpr (!std::is_void_v<Returned>) {
        return static_cast<Returned>(Result);
      }
    };
  }
};
