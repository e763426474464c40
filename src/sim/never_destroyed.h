// An object that is made once and lives as long as the process, for tables and threads that all of
// the host shares. A process that ends destroys its static objects while strands, drivers and
// threads may still run and use them, so these are never destroyed:
//
//   Table& table() {
//     static sim::NeverDestroyed<Table> instance;
//     return *instance;
//   }
//
// Cost: none besides the object's own. Owner: nobody. Threads: any; the object guards itself.
#pragma once

#include <new>
#include <utility>

namespace drydock::sim {

template <typename T>
class NeverDestroyed {
 public:
  template <typename... Arguments>
  explicit NeverDestroyed(Arguments&&... arguments) {
    ::new (static_cast<void*>(memory_)) T(std::forward<Arguments>(arguments)...);
  }
  NeverDestroyed(const NeverDestroyed&) = delete;
  NeverDestroyed& operator=(const NeverDestroyed&) = delete;

  T& operator*() { return *std::launder(reinterpret_cast<T*>(memory_)); }
  T* operator->() { return &**this; }

 private:
  alignas(T) unsigned char memory_[sizeof(T)];
};

}  // namespace drydock::sim
