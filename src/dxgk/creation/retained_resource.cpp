#include "src/dxgk/creation/retained_resource.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/memory/retire.h"

namespace drydock::dxgk {

std::shared_ptr<RetainedResource> RetainedResource::retain(AdapterResource& body) {
  std::shared_ptr<RetainedResource> made(new RetainedResource(body));
  return made->bind_members() ? made : nullptr;
}

bool RetainedResource::bind_members() {
  for (Ref<Binding>& member : body_->members()) {
    if (!member->allocation().bindings.try_add()) return false;
    members_.push_back(std::move(member));
  }
  return true;
}

AdapterResource* RetainedResource::open() {
  const sim::Passage passage(turn_);
  return body_ != nullptr && body_->try_open() ? body_ : nullptr;
}

void RetainedResource::release() {
  const sim::Alone alone(turn_);
  AdapterResource* const body = std::exchange(body_, nullptr);
  if (body == nullptr) return;
  unbind(*body, members_);
  members_.clear();
}

void RetainedResources::add(const std::shared_ptr<RetainedResource>& resource) {
  const sim::Hold hold(lock_);
  all_.add(resource);
}

void RetainedResources::release_all() {
  std::vector<std::shared_ptr<RetainedResource>> all;
  {
    const sim::Hold hold(lock_);
    all = all_.take();
  }
  for (const auto& each : all) each->release();
}

}  // namespace drydock::dxgk
