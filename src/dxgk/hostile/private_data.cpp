#include "src/dxgk/hostile/private_data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "src/nt/base/thread.h"

namespace drydock::dxgk {
namespace {

constexpr std::size_t kAlignment = 8;  // a structure of the driver's that is not known here

}  // namespace

ReadOnlyData::ReadOnlyData(std::span<const std::byte> data)
    : original_(data), hostile_(data.empty() ? nullptr : hostile::take(data.size(), kAlignment)) {
  if (hostile_ == nullptr) {
    copy_.assign(data.begin(), data.end());
    return;
  }
  std::memcpy(hostile_, data.data(), data.size());
  hostile::make_read_only(hostile_);
  nt::self().fault_address = ~std::uintptr_t{0};
}

ReadOnlyData::~ReadOnlyData() {
  if (hostile_ != nullptr) hostile::release(hostile_);
}

void* ReadOnlyData::data() {
  if (hostile_ != nullptr) return hostile_;
  return copy_.empty() ? nullptr : copy_.data();
}

bool ReadOnlyData::was_written() const {
  if (hostile_ == nullptr) return !std::ranges::equal(original_, copy_);
  const nt::Thread& thread = nt::self();
  return thread.fault_writes &&
         thread.fault_address - reinterpret_cast<std::uintptr_t>(hostile_) < original_.size();
}

}  // namespace drydock::dxgk
