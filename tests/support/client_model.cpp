#include "tests/support/client_model.h"

namespace drydock::testing {
namespace {

template <typename Map>
auto any_of(const Map& map, ClientModel::Random& random) {
  auto at = map.begin();
  std::advance(at, random() % map.size());
  return at;
}

}  // namespace

void ClientModel::client_begins(std::uint64_t client) {
  const std::lock_guard guard(mutex_);
  clients_[client] = {};
}

void ClientModel::client_ends(std::uint64_t client) {
  const std::lock_guard guard(mutex_);
  clients_.erase(client);
}

ClientModel::Device* ClientModel::find(std::uint64_t client, Handle device) {
  const auto owner = clients_.find(client);
  if (owner == clients_.end()) return nullptr;
  const auto found = owner->second.devices.find(device);
  return found == owner->second.devices.end() ? nullptr : &found->second;
}

const ClientModel::Device* ClientModel::find(std::uint64_t client, Handle device) const {
  return const_cast<ClientModel*>(this)->find(client, device);
}

bool ClientModel::went_early(std::uint64_t client, Handle handle) {
  const auto owner = clients_.find(client);
  return owner == clients_.end() || owner->second.early.erase(handle) != 0;
}

void ClientModel::device_created(std::uint64_t client, Handle device) {
  const std::lock_guard guard(mutex_);
  if (!went_early(client, device)) clients_[client].devices[device] = {};
}

void ClientModel::device_destroyed(std::uint64_t client, Handle device) {
  const std::lock_guard guard(mutex_);
  const auto owner = clients_.find(client);
  if (owner != clients_.end() && owner->second.devices.erase(device) == 0)
    owner->second.early.insert(device);
}

void ClientModel::context_created(std::uint64_t client, Handle device, Handle context) {
  const std::lock_guard guard(mutex_);
  if (went_early(client, context)) return;
  if (Device* const found = find(client, device)) found->contexts.insert(context);
}

void ClientModel::context_destroyed(std::uint64_t client, Handle device, Handle context) {
  const std::lock_guard guard(mutex_);
  if (Device* const found = find(client, device)) found->contexts.erase(context);
}

void ClientModel::created(std::uint64_t client, Handle device, std::uint64_t body,
                          const Created& made) {
  const std::lock_guard guard(mutex_);
  Device* const found = find(client, device);
  if (found == nullptr) return;
  indices_[body] = static_cast<std::uint32_t>(made.allocations.size());
  if (made.resource != 0 && went_early(client, made.resource)) return;
  auto& into = made.resource == 0 ? found->loose : found->resources[made.resource].allocations;
  if (made.resource != 0) found->resources[made.resource].body = body;
  for (std::uint32_t i = 0; i < made.allocations.size(); ++i) {
    if (!went_early(client, made.allocations[i])) into[made.allocations[i]] = {body, i};
  }
  if (made.global != 0) globals_.push_back(made.global);
}

void ClientModel::added(std::uint64_t client, Handle device, Handle resource, std::uint64_t body,
                        std::uint32_t first, const Created& made) {
  const std::lock_guard guard(mutex_);
  Device* const found = find(client, device);
  if (found == nullptr) return;
  const auto at = found->resources.find(resource);
  if (at == found->resources.end()) return;  // and the allocations went with it
  for (std::uint32_t i = 0; i < made.allocations.size(); ++i) {
    if (!went_early(client, made.allocations[i]))
      at->second.allocations[made.allocations[i]] = {body, first + i};
  }
}

void ClientModel::opened(std::uint64_t client, Handle device, const Opened& opened) {
  const std::lock_guard guard(mutex_);
  Device* const found = find(client, device);
  if (found == nullptr || went_early(client, opened.resource)) return;
  Resource& into = found->resources[opened.resource];
  for (std::size_t i = 0; i < opened.allocations.size(); ++i) {
    into.body = opened.labels[i].body;
    if (!went_early(client, opened.allocations[i]))
      into.allocations[opened.allocations[i]] = {opened.labels[i].body, opened.labels[i].index};
  }
}

void ClientModel::resource_destroyed(std::uint64_t client, Handle device, Handle resource) {
  const std::lock_guard guard(mutex_);
  Device* const found = find(client, device);
  if (found != nullptr && found->resources.erase(resource) == 0)
    clients_[client].early.insert(resource);
}

void ClientModel::allocations_destroyed(std::uint64_t client, Handle device,
                                        const std::vector<Handle>& list) {
  const std::lock_guard guard(mutex_);
  Device* const found = find(client, device);
  if (found == nullptr) return;
  for (const Handle handle : list) {
    std::size_t gone = found->loose.erase(handle);
    for (auto& [name, resource] : found->resources) gone += resource.allocations.erase(handle);
    if (gone == 0) clients_[client].early.insert(handle);
  }
}

std::uint64_t ClientModel::new_body() {
  const std::lock_guard guard(mutex_);
  return ++bodies_;
}

std::uint32_t ClientModel::more_of(std::uint64_t body, std::uint32_t count) {
  const std::lock_guard guard(mutex_);
  const std::uint32_t first = indices_[body];
  indices_[body] += count;
  return first;
}

ClientModel::Handle ClientModel::any_device(std::uint64_t client, Random& random) const {
  const std::lock_guard guard(mutex_);
  const auto owner = clients_.find(client);
  if (owner == clients_.end() || owner->second.devices.empty()) return 0;
  return any_of(owner->second.devices, random)->first;
}

std::size_t ClientModel::devices(std::uint64_t client) const {
  const std::lock_guard guard(mutex_);
  const auto owner = clients_.find(client);
  return owner == clients_.end() ? 0 : owner->second.devices.size();
}

ClientModel::Handle ClientModel::any_context(std::uint64_t client, Handle device,
                                             Random& random) const {
  const std::lock_guard guard(mutex_);
  const Device* const found = find(client, device);
  return found == nullptr || found->contexts.empty() ? 0 : *any_of(found->contexts, random);
}

std::optional<ClientModel::Pick> ClientModel::any_resource(std::uint64_t client,
                                                           Random& random) const {
  const std::lock_guard guard(mutex_);
  const auto owner = clients_.find(client);
  if (owner == clients_.end() || owner->second.devices.empty()) return {};
  const auto device = any_of(owner->second.devices, random);
  if (device->second.resources.empty()) return {};
  const auto resource = any_of(device->second.resources, random);
  Pick out{device->first, resource->first, resource->second.body, {}};
  for (const auto& [handle, part] : resource->second.allocations) out.allocations.push_back(handle);
  return out;
}

std::optional<ClientModel::Pick> ClientModel::any_loose(std::uint64_t client,
                                                        Random& random) const {
  const std::lock_guard guard(mutex_);
  const auto owner = clients_.find(client);
  if (owner == clients_.end() || owner->second.devices.empty()) return {};
  const auto device = any_of(owner->second.devices, random);
  if (device->second.loose.empty()) return {};
  return Pick{device->first, 0, 0, {any_of(device->second.loose, random)->first}};
}

ClientModel::Handle ClientModel::any_global(Random& random) const {
  const std::lock_guard guard(mutex_);
  if (globals_.empty()) return 0;
  const std::size_t recent = std::min<std::size_t>(globals_.size(), 16);
  return globals_[globals_.size() - 1 - random() % recent];
}

LedgerMiniport::Counts ClientModel::expected() const {
  const std::lock_guard guard(mutex_);
  LedgerMiniport::Counts out;
  std::set<Part> allocations;
  std::set<std::uint64_t> bodies;
  for (const auto& [id, client] : clients_) {
    out.devices += client.devices.size();
    for (const auto& [handle, device] : client.devices) {
      out.contexts += device.contexts.size();
      out.bindings += device.loose.size();
      for (const auto& [name, part] : device.loose) allocations.insert(part);
      for (const auto& [name, resource] : device.resources) {
        bodies.insert(resource.body);
        out.bindings += resource.allocations.size();
        for (const auto& [allocation, part] : resource.allocations) allocations.insert(part);
      }
    }
  }
  out.allocations = allocations.size();
  out.resources = bodies.size();
  return out;
}

}  // namespace drydock::testing
