// Client pointers in private data, for an entry point that may be called in another process: there
// they mean nothing. While arguments are hostile they are replaced, as long as this lives, by
// addresses that fault.
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
  // Restores those that were not changed.
  ~UserPointers();
  UserPointers(const UserPointers&) = delete;
  UserPointers& operator=(const UserPointers&) = delete;

  // Raises K-388 when the driver has just failed by an access to one.
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
