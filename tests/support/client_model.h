// A test's own model of the clients' live objects, built only from the answers that the clients
// got.
//
// Threads tell it of calls after they returned, in any order: what another thread destroyed before
// its creator could tell is remembered, and what is created on a device or in a client that has
// ended is not counted.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "tests/support/client.h"
#include "tests/support/ledger_miniport.h"

namespace drydock::testing {

class ClientModel {
 public:
  using Handle = D3DKMT_HANDLE;
  using Random = std::mt19937_64;

  // Something that lives, or lived a moment ago.
  struct Pick {
    Handle device = 0;
    Handle resource = 0;  // 0: the allocations stand alone
    std::uint64_t body = 0;
    std::vector<Handle> allocations;
  };

  void client_begins(std::uint64_t client);
  void client_ends(std::uint64_t client);
  void device_created(std::uint64_t client, Handle device);
  void device_destroyed(std::uint64_t client, Handle device);
  void context_created(std::uint64_t client, Handle device, Handle context);
  void context_destroyed(std::uint64_t client, Handle device, Handle context);
  void created(std::uint64_t client, Handle device, std::uint64_t body, const Created& made);
  void added(std::uint64_t client, Handle device, Handle resource, std::uint64_t body,
             std::uint32_t first, const Created& made);
  void opened(std::uint64_t client, Handle device, const Opened& opened);
  void resource_destroyed(std::uint64_t client, Handle device, Handle resource);
  void allocations_destroyed(std::uint64_t client, Handle device, const std::vector<Handle>& list);

  // A number for the next creation's label, and the next indices of one that exists.
  std::uint64_t new_body();
  std::uint32_t more_of(std::uint64_t body, std::uint32_t count);

  Handle any_device(std::uint64_t client, Random& random) const;
  std::size_t devices(std::uint64_t client) const;
  Handle any_context(std::uint64_t client, Handle device, Random& random) const;
  std::optional<Pick> any_resource(std::uint64_t client, Random& random) const;
  std::optional<Pick> any_loose(std::uint64_t client, Random& random) const;
  Handle any_global(Random& random) const;

  // The counts that a driver must have now, when no thread is at work.
  LedgerMiniport::Counts expected() const;

 private:
  using Part = std::pair<std::uint64_t, std::uint32_t>;  // body and index: an allocation
  struct Resource {
    std::uint64_t body = 0;
    std::map<Handle, Part> allocations;
  };
  struct Device {
    std::set<Handle> contexts;
    std::map<Handle, Resource> resources;
    std::map<Handle, Part> loose;
  };
  struct Client {
    std::map<Handle, Device> devices;
    std::set<Handle> early;  // destroyed before their creator reported them
  };

  Device* find(std::uint64_t client, Handle device);
  const Device* find(std::uint64_t client, Handle device) const;
  bool went_early(std::uint64_t client, Handle handle);

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Client> clients_;
  std::vector<Handle> globals_;
  std::map<std::uint64_t, std::uint32_t> indices_;
  std::uint64_t bodies_ = 0;
};

}  // namespace drydock::testing
