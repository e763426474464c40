#include "src/verify/scenarios/miniport/known_work.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/sim/faults.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify {
namespace {

using WorkKind = KnownWork::Kind;

// Lengths of commands that are tried, the likely ones first. No commands come last: a driver may
// accept them without work for its GPU.
constexpr std::size_t kLengths[] = {64, 16, 4, 8, 32, 256, 1024, 4096, 0};
// A driver may refuse a list of two allocations, or any allocation that its commands do not need.
constexpr std::size_t kListed[] = {2, 1, 0};

std::string name_of_zeros(std::size_t bytes, std::size_t listed) {
  std::string out = bytes == 0 ? "work: no commands" : fmt::format("work: {} zero bytes", bytes);
  if (listed == 1) out += ", one allocation at a time";
  if (listed == 0) out += ", no allocations";
  return out;
}

std::vector<KnownWork> candidates(Stage& stage) {
  std::vector<KnownWork> out;
  const std::vector<Blob>& of_profile = stage.profile().commands;
  if (!of_profile.empty()) {
    for (const std::size_t listed : kListed)
      out.push_back({.kind = WorkKind::kCommands,
                     .commands = of_profile,
                     .most_allocations = listed == 2 ? ~std::size_t{0} : listed});
    return out;
  }
  // An allocation of a driver with addresses may be out of reach for contexts with buffers.
  if (stage.adapter().has_virtual_addresses()) {
    out.push_back({.kind = WorkKind::kByAddress, .name = "work: zeros at an address of the GPU"});
  } else if (stage.adapter().table().DxgkDdiRender != nullptr) {
    for (const std::size_t listed : kListed) {
      for (const std::size_t bytes : kLengths)
        out.push_back({.kind = WorkKind::kCommands,
                       .commands = {Blob(bytes)},
                       .most_allocations = listed == 2 ? ~std::size_t{0} : listed,
                       .name = name_of_zeros(bytes, listed)});
    }
  }
  if (stage.has_residency())
    out.push_back({.kind = WorkKind::kPaging, .name = "work: paging of allocations"});
  return out;
}

// Tries work on a device of its own, which it may lose.
struct Trial {
  Trial(Stage& stage, Contexts how)
      : contexts(how),
        client(stage.dock(), stage.adapter(), stage.run(), how),
        device(client.create_device()),
        queue(client.create_queue(device)),
        recipe(stage.recipe()),
        first(client.create(device, recipe, Kind::kResource)),
        second(client.create(device, recipe, Kind::kResource)) {}

  bool is_lost() { return client.state_of(device) != D3DKMT_DEVICEEXECUTION_ACTIVE; }

  // Returns why the driver does not take the work, or does not end it; empty when it does.
  std::string refusal_of(const KnownWork& work) {
    const std::vector both = {first.allocations[0], second.allocations[0]};
    try {
      for (UINT color = 0; color < 2; ++color) submit(work, client, queue, recipe, both, color);
      client.wait_idle(device);
    } catch (const std::runtime_error& refused) {
      return refused.what();
    }
    return is_lost() ? "the GPU did not end the work" : "";
  }

  const Contexts contexts;
  Client client;
  D3DKMT_HANDLE device;
  Queue queue;
  Recipe recipe;
  Resource first, second;
};

// Tries one work after the other, on one device as long as it works.
class Trials {
 public:
  explicit Trials(Stage& stage) : stage_(stage) {}

  std::string refusal_of(const KnownWork& work) {
    const Contexts contexts =
        work.kind == WorkKind::kByAddress ? Contexts::kByAddress : Contexts::kWithBuffers;
    try {
      if (!trial_ || trial_->contexts != contexts || trial_->is_lost())
        trial_.emplace(stage_, contexts);
      return trial_->refusal_of(work);
    } catch (const std::runtime_error& refused) {
      trial_.reset();
      return refused.what();
    }
  }

 private:
  Stage& stage_;
  std::optional<Trial> trial_;
};

std::string missing_for(const Stage& stage, const std::string& refusal) {
  if (!stage.profile().commands.empty())
    return fmt::format("it needs commands in the profile that the driver takes ({})", refusal);
  return fmt::format(
      "it needs a profile with commands: the driver does not draw for GDI and takes no zeros{}",
      refusal.empty() ? " (DxgkDdiRender is not registered)" : " (" + refusal + ")");
}

}  // namespace

FoundWork find_work(Stage& stage) {
  if (stage.draws()) return {.work = KnownWork{}, .missing = {}};
  const sim::NoFaults none;
  Trials trials(stage);
  std::string first_refusal;
  for (KnownWork& each : candidates(stage)) {
    const std::string refusal = trials.refusal_of(each);
    if (refusal.empty()) return {.work = std::move(each), .missing = {}};
    if (first_refusal.empty()) first_refusal = refusal;
    if (!stage.adapter().driver().alive()) break;
  }
  return {.work = {}, .missing = missing_for(stage, first_refusal)};
}

void submit(const KnownWork& work, Client& client, Queue& queue, const Recipe& recipe,
            std::span<const D3DKMT_HANDLE> allocations, UINT color) {
  if (work.kind == WorkKind::kRectangles) return client.fill(queue, recipe, allocations, color);
  if (work.kind == WorkKind::kByAddress) return client.submit_by_address(queue, allocations);
  if (work.kind == WorkKind::kPaging) return client.page(queue, allocations);
  const Blob& commands = work.commands[color % work.commands.size()];
  if (work.most_allocations == 0) return client.submit(queue, commands, {});
  while (!allocations.empty()) {
    const std::size_t count = std::min(allocations.size(), work.most_allocations);
    client.submit(queue, commands, allocations.first(count));
    allocations = allocations.subspan(count);
  }
}

}  // namespace drydock::verify
