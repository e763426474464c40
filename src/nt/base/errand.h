// A function that is called before the function that got it as a parameter returns. So it is
// neither copied nor stored, and takes no memory as std::function might.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

namespace drydock::nt {

class Errand {
 public:
  template <typename Function>
    requires(std::is_class_v<std::remove_reference_t<Function>> &&
             !std::same_as<std::remove_cvref_t<Function>, Errand> &&
             std::invocable<std::remove_reference_t<Function>&>)
  Errand(Function&& function)
      : function_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* erased) { (*static_cast<std::remove_reference_t<Function>*>(erased))(); }) {}
  Errand(void (*function)())
      : function_(reinterpret_cast<void*>(function)),
        call_([](void* erased) { reinterpret_cast<void (*)()>(erased)(); }) {}

  void operator()() const { call_(function_); }

 private:
  void* function_;
  void (*call_)(void*);
};

}  // namespace drydock::nt
