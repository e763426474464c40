#include "src/nt/bus/port.h"

#include <cassert>
#include <map>
#include <stdexcept>
#include <utility>

#include "src/nt/base/mutex.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Decoder {
  std::uint32_t count;
  std::shared_ptr<const RegisterCallbacks> callbacks;
};

struct Ports {
  Mutex mutex;
  std::map<std::uint32_t, Decoder> by_first DRYDOCK_GUARDED_BY(mutex);
};

Ports& ports() {
  static sim::NeverDestroyed<Ports> instance;
  return *instance;
}

// The callbacks that decode an access, and the first port of their range.
std::pair<std::shared_ptr<const RegisterCallbacks>, std::uint32_t> decode(std::uint32_t port,
                                                                          unsigned width) {
  const MutexHold hold(ports().mutex);
  auto at = ports().by_first.upper_bound(port);
  if (at == ports().by_first.begin()) return {};
  --at;
  const std::uint32_t offset = port - at->first;
  if (offset >= at->second.count || width > at->second.count - offset) return {};
  return {at->second.callbacks, at->first};
}

}  // namespace

PortRange::~PortRange() {
  const MutexHold hold(ports().mutex);
  [[maybe_unused]] const std::size_t erased = ports().by_first.erase(first_);
  assert(erased == 1);
}

std::unique_ptr<PortRange> declare_port_range(std::uint32_t first, std::uint32_t count,
                                              RegisterCallbacks callbacks) {
  if (count == 0 || first >= kPorts || count > kPorts - first)
    throw std::invalid_argument("no range of ports");
  auto shared = std::make_shared<const RegisterCallbacks>(std::move(callbacks));
  const MutexHold hold(ports().mutex);
  for (const auto& [begin, other] : ports().by_first) {
    if (begin < first + count && first < begin + other.count)
      throw std::invalid_argument("the ports are taken");
  }
  ports().by_first.emplace(first, Decoder{count, std::move(shared)});
  return std::unique_ptr<PortRange>(new PortRange(first));
}

std::uint64_t read_port(std::uint32_t port, unsigned width) {
  const auto [callbacks, first] = decode(port, width);
  if (callbacks == nullptr || !callbacks->read) return ~std::uint64_t{0};
  return callbacks->read(port - first, width);
}

void write_port(std::uint32_t port, unsigned width, std::uint64_t value) {
  const auto [callbacks, first] = decode(port, width);
  if (callbacks != nullptr && callbacks->write) callbacks->write(port - first, width, value);
}

}  // namespace drydock::nt
