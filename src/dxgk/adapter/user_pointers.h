// Pointers of a client in private data, for an entry point that may be called in another process:
// there they mean nothing. While arguments are hostile they lead, as long as this lives, to memory
// that nobody can touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drydock::dxgk {

class Adapter;

class UserPointers {
 public:
  // Replaces every word of the data that is an address of memory.
  explicit UserPointers(std::span<std::byte> data);
  // Those that nobody changed are what they were.
  ~UserPointers();
  UserPointers(const UserPointers&) = delete;
  UserPointers& operator=(const UserPointers&) = delete;

  // K-388, when the driver has just died of one.
  void raise_if_touched(Adapter& adapter) const;

 private:
  struct Replaced {
    std::size_t offset;
    std::uint64_t address;
  };

  const std::span<std::byte> data_;
  std::vector<Replaced> replaced_;
};

}  // namespace drydock::dxgk
