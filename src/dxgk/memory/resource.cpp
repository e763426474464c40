#include "src/dxgk/memory/resource.h"

#include <algorithm>

namespace drydock::dxgk {

std::vector<Ref<Binding>> AdapterResource::members() const {
  const sim::Hold hold(lock_);
  std::vector<Ref<Binding>> out;
  for (Binding* member : members_) {
    if (member->try_add_ref()) out.push_back(Ref<Binding>::adopt(member));
  }
  return out;
}

void AdapterResource::add_member(Binding& first) {
  const sim::Hold hold(lock_);
  members_.push_back(&first);
}

void AdapterResource::remove_member(const Binding& first) {
  const sim::Hold hold(lock_);
  std::erase(members_, &first);
}

Resource::Resource(Device& device, AdapterResource& body)
    : Object(kType), device_(&device), body_(&body) {}

}  // namespace drydock::dxgk
