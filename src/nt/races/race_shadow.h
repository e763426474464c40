// The last accesses to each byte of drivers' memory, and what a new one meets.
//
// Cost: an access to memory that is looked at takes the lock of its page for a few comparisons; to
// other memory, a look into a table.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "src/nt/races/races.h"
#include "src/sim/happens_before.h"
#include "src/sim/spin_lock.h"

namespace drydock::nt {

// The kind of an access to memory. Volatile accesses order what is around them on x64, as
// Microsoft's compiler has it by default, so they are atomic too.
struct AccessKind {
  bool is_write = false;
  bool is_atomic = false;

  bool operator==(const AccessKind&) const = default;
};

struct Access {
  const void* pc = nullptr;     // behind the instruction, as a return address
  const char* where = nullptr;  // the entry point or routine; null: no access
  RaceSide side;
  sim::Moment moment;
  AccessKind kind;
  std::uint8_t bytes = 0;  // a bit for each of the eight bytes
};

class RaceShadow {
 public:
  static RaceShadow& get();

  // Returns whether accesses to this memory are recorded.
  bool looks_at(std::uintptr_t address) { return find_or_make(address) != nullptr; }

  // Compares one access, of at most eight bytes that share a word, and remembers it. Returns the
  // earlier one that nothing orders against it.
  std::optional<Access> meet(std::uintptr_t word, const Access& access);

  // True when the bytes were last written by an atomic operation.
  bool is_atomic_at(std::uintptr_t word, std::uint8_t bytes);

  void remove(std::uintptr_t begin, std::size_t bytes);

  void track(CodeRange image);
  void untrack(CodeRange image);

 private:
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kWords = kPageBytes / 8;
  static constexpr std::size_t kAccessesPerWord = 4;  // accesses a word
  static constexpr std::size_t kPages = 4096;  // places of the table; half of them are filled
  static constexpr std::size_t kImages = 64;

  using Word = std::array<Access, kAccessesPerWord>;
  struct Page {
    sim::SpinLock lock;
    std::array<Word, kWords> words DRYDOCK_GUARDED_BY(lock) = {};
  };
  // Written once: the release of `page` pairs with the acquire of the thread that finds the number.
  struct Place {
    std::atomic<std::uintptr_t> number = 0;
    std::atomic<Page*> page = nullptr;
  };
  struct Image {
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::uintptr_t> end = 0;
  };

  Page* find(std::uintptr_t address);
  Page* find_or_make(std::uintptr_t address);
  bool is_tracked(std::uintptr_t address) const;

  std::array<Place, kPages> places_;
  std::array<Image, kImages> images_;
  std::atomic<std::size_t> images_used_ = 0;  // places that were ever taken
  std::atomic<std::size_t> made_ = 0;
};

}  // namespace drydock::nt
