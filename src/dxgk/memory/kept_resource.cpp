#include "src/dxgk/memory/kept_resource.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/memory/retire.h"

namespace drydock::dxgk {

std::shared_ptr<KeptResource> KeptResource::keep(AdapterResource& body) {
  std::shared_ptr<KeptResource> kept(new KeptResource(body));
  return kept->bind_members() ? kept : nullptr;
}

bool KeptResource::bind_members() {
  for (Ref<Binding>& member : body_->members()) {
    if (!member->allocation().bindings.try_add()) return false;
    members_.push_back(std::move(member));
  }
  return true;
}

AdapterResource* KeptResource::open() {
  const sim::Passage passage(turn_, sim::Passage::Kind::kAmongOthers);
  return body_ != nullptr && body_->try_open() ? body_ : nullptr;
}

void KeptResource::let_go() {
  const sim::Passage alone(turn_, sim::Passage::Kind::kAlone);
  AdapterResource* const body = std::exchange(body_, nullptr);
  if (body == nullptr) return;
  unbind(*body, members_);
  members_.clear();
}

void KeptResources::add(const std::shared_ptr<KeptResource>& kept) {
  const sim::Hold hold(lock_);
  std::erase_if(all_, [](const auto& each) { return each.expired(); });
  all_.push_back(kept);
}

void KeptResources::let_all_go() {
  std::vector<std::weak_ptr<KeptResource>> all;
  {
    const sim::Hold hold(lock_);
    all.swap(all_);
  }
  for (const auto& each : all) {
    if (const auto kept = each.lock()) kept->let_go();
  }
}

}  // namespace drydock::dxgk
