// The buffers in which a client writes its commands. Cost: system calls when a size changes,
// otherwise none. Owner: a context. Threads: the one that is alone in `turn`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "src/sim/gate.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// Pages of the client's own. The client can free them at any time: the host reads them only as
// hostile memory, and never writes them.
class ClientPages {
 public:
  ClientPages() = default;
  ~ClientPages();
  ClientPages(const ClientPages&) = delete;
  ClientPages& operator=(const ClientPages&) = delete;

  // Allocates zeroed pages at another address, unless the size is the same. Throws std::bad_alloc
  // when there is no memory.
  void resize(std::size_t bytes);
  void* data() const { return memory_; }
  std::size_t size() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

// An array in pages of the client's own.
template <typename T>
class ClientList {
 public:
  void resize(std::size_t count) { pages_.resize(count * sizeof(T)); }
  T* data() const { return static_cast<T*>(pages_.data()); }
  std::size_t size() const { return pages_.size() / sizeof(T); }

 private:
  ClientPages pages_;
};

// Two sets of buffers that take turns: after each submission the client gets the other one.
class CommandBuffers {
 public:
  struct Sizes {
    UINT command_bytes = 0;
    UINT allocations = 0;
    UINT patches = 0;
  };
  struct Set {
    ClientList<std::byte> commands;
    ClientList<D3DDDI_ALLOCATIONLIST> allocations;
    ClientList<D3DDDI_PATCHLOCATIONLIST> patches;
  };

  // The driver's sizes are the minimum. The first set is allocated when it is first needed.
  explicit CommandBuffers(const DXGK_CONTEXTINFO& info);

  // The set that the client has now. The caller is alone in `turn`; the result is valid until the
  // next rotation.
  Set& current();

  // Gives the client the other set. Elements of `wanted` that are not 0 set its sizes. The old
  // contents are discarded.
  Set& rotate(const Sizes& wanted);

  // True when the client wrote, since the last rotation, into the set that it submitted then.
  bool was_retired_written() const;

  // True when the client has written the allocation into its current list since it got the list.
  // The caller is alone in `turn`.
  bool is_being_named(D3DKMT_HANDLE allocation) const;

  // One client's call submits at a time.
  sim::Gate turn;

 private:
  static void resize(Set& set, const Sizes& sizes);

  // The first bytes of a set: a client that goes on writing into it begins there.
  using Beginning = std::array<std::byte, 96>;
  static Beginning beginning_of(const Set& set);
  static std::vector<D3DKMT_HANDLE> named_in(const Set& set);

  Sizes sizes_;
  const Sizes least_;
  std::array<Set, 2> sets_;
  std::size_t at_ = 0;
  std::optional<Beginning> retired_;  // the first bytes of the set that the client submitted last
  std::vector<D3DKMT_HANDLE> left_;   // handles in the client's current list from its previous use
};

}  // namespace drydock::dxgk
