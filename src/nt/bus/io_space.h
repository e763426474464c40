// Physical ranges that devices decode, and drivers' mappings of them.
//
// A device model declares the range that its registers or its memory occupy. The range has memory
// behind it, which the model has at memory(); a driver's mapping has the same bytes. With
// callbacks, the register routines (READ_REGISTER_… and WRITE_REGISTER_…) call them instead of
// touching the memory; a driver that dereferences a register pointer reaches the memory and passes
// the callbacks by.
//
// Cost: a register access is one relaxed load more than a plain one while no mapped range has
// callbacks; a look-up under a short lock otherwise. Callbacks run on the driver's thread, at its
// IRQL, with no lock held.
//
// Owner: a range is its model's; a mapping is its driver's. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace drydock::nt {

// `offset` counts bytes from the start of the range; `width` is 1, 2, 4 or 8. An empty function
// leaves the access to the memory behind the range (for ports: reads are all ones, writes vanish).
struct RegisterCallbacks {
  std::function<std::uint64_t(std::uint64_t offset, unsigned width)> read;
  std::function<void(std::uint64_t offset, unsigned width, std::uint64_t value)> write;
};

// A declared range; it ends with the object. Its memory and its callbacks live as long as
// drivers still have mappings of it.
class IoRange {
 public:
  ~IoRange();
  IoRange(const IoRange&) = delete;
  IoRange& operator=(const IoRange&) = delete;

  void* memory() const;
  std::uint64_t physical() const;
  std::size_t size() const;

  struct State;

 private:
  friend std::unique_ptr<IoRange> declare_io_range(std::uint64_t, std::size_t, RegisterCallbacks);
  explicit IoRange(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Throws std::invalid_argument when the range is empty, is memory of the machine (physical.h) or
// overlaps another.
std::unique_ptr<IoRange> declare_io_range(std::uint64_t physical, std::size_t size,
                                          RegisterCallbacks callbacks = {});

// A mapping of a declared range, or of memory that is in use. Null when there is no such range or
// no room.
void* map_io_space(std::uint64_t physical, std::size_t bytes, bool writable);

// True when a range of this size may be mapped.
bool is_mappable(std::uint64_t physical, std::size_t bytes);

// Ends a mapping; the address is the one that map_io_space() gave. False when it is none. Memory of
// the process has one address however often it is mapped; of several mappings there, one of this
// size is ended first.
bool unmap_io_space(const void* address, std::size_t bytes);

struct IoMapping {
  std::uint64_t physical;
  std::size_t bytes;
};
std::optional<IoMapping> find_io_mapping(const void* address, std::size_t bytes);

// Register access with callbacks: true when a callback took it.
bool observe_read(const volatile void* address, unsigned width, std::uint64_t& value);
bool observe_write(const volatile void* address, unsigned width, std::uint64_t value);

// Registers a listener for every write to a register or port; it runs on the driver's thread before
// the write is made. There is one, for the life of the process.
void on_device_write(void (*listener)());
void note_device_write();

}  // namespace drydock::nt
