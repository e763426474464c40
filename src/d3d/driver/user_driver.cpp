#include "src/d3d/driver/user_driver.h"

#include <fmt/format.h>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {

std::shared_ptr<UserDriver> UserDriver::load(const std::filesystem::path& file) {
  return std::shared_ptr<UserDriver>(new UserDriver(nt::LoadedDriver::load(file)));
}

UserDriver::~UserDriver() { loaded_->unload(); }

void UserDriver::raise_no_entry(const char* name) {
  nt::Breach("U-037", driver())
      .message("'{}' exports no {}", driver().name(), name)
      .about({.object = "driver " + driver().name()})
      .raise_later();
}

PFND3DDDI_OPENADAPTER UserDriver::open_adapter() {
  void* const found = loaded_->symbol("OpenAdapter");
  if (rules::breaks("U-037", found == nullptr)) raise_no_entry("OpenAdapter");
  return reinterpret_cast<PFND3DDDI_OPENADAPTER>(found);
}

UserDriver::Opener10 UserDriver::open_adapter10() {
  rules::evaluated("U-037");
  if (void* const second = loaded_->symbol("OpenAdapter10_2"))
    return {reinterpret_cast<PFND3D10DDI_OPENADAPTER>(second), true};
  if (void* const first = loaded_->symbol("OpenAdapter10"))
    return {reinterpret_cast<PFND3D10DDI_OPENADAPTER>(first), false};
  nt::Breach("U-037", driver())
      .message("'{}' exports neither OpenAdapter10 nor OpenAdapter10_2", driver().name())
      .about({.object = "driver " + driver().name()})
      .raise_later();
  return {};
}

void* UserDriver::open_adapter12() {
  void* const found = loaded_->symbol("OpenAdapter12");
  if (rules::breaks("U-037", found == nullptr)) raise_no_entry("OpenAdapter12");
  return found;
}

std::size_t UserDriver::note_kind(const std::vector<std::byte>& kind, std::size_t allocations) {
  const sim::Hold hold(lock_);
  return kinds_.emplace(kind, allocations).first->second;
}

UserDriver::Outcome UserDriver::note_outcome(const std::vector<std::byte>& kind,
                                             const Outcome& outcome) {
  const sim::Hold hold(lock_);
  return outcomes_.emplace(kind, outcome).first->second;
}

bool UserDriver::register_handle(HANDLE handle, const void* device) {
  const sim::Hold hold(lock_);
  return handles_.emplace(handle, device).first->second == device;
}

void UserDriver::unregister(HANDLE handle, const void* device) {
  const sim::Hold hold(lock_);
  const auto found = handles_.find(handle);
  if (found != handles_.end() && found->second == device) handles_.erase(found);
}

}  // namespace drydock::d3d
