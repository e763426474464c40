#include "src/verify/engine/crew.h"

#include <poll.h>

#include <algorithm>

namespace drydock::verify {
namespace {

constexpr int kLook = 50;            // milliseconds between looks at limits
constexpr std::size_t kLives = 512;  // runs of a process, so that what the host keeps cannot grow

struct Post {
  std::unique_ptr<ChildProcess> child = nullptr;
  std::size_t plan = 0;
  std::size_t runs = 0;

  bool is_busy() const { return child != nullptr && !child->is_idle(); }
};

void wait_for_news(std::span<const ChildProcess* const> children) {
  std::vector<pollfd> files;
  for (const ChildProcess* child : children) {
    const auto [results, noise] = child->files();
    files.push_back({results, POLLIN, 0});
    files.push_back({noise, POLLIN, 0});
  }
  poll(files.data(), files.size(), kLook);
}

void wait_for_news(const std::vector<Post>& posts) {
  std::vector<const ChildProcess*> busy;
  for (const Post& post : posts) {
    if (post.is_busy()) busy.push_back(post.child.get());
  }
  wait_for_news(busy);
}

}  // namespace

void Crew::play(std::span<const Plan> plans, const Told& told, const GivenUp& given_up,
                bool fresh) const {
  std::vector<Post> posts(std::clamp<std::size_t>(plans.size(), 1, std::max(jobs, 1U)));
  const std::size_t lives = fresh ? 1 : kLives;
  std::size_t next = 0;
  const auto take_next = [&]() -> std::optional<std::size_t> {
    while (next < plans.size() && given_up != nullptr && given_up(plans[next])) ++next;
    return next < plans.size() ? std::optional(next++) : std::nullopt;
  };
  for (bool busy = true; busy;) {
    busy = false;
    for (Post& post : posts) {
      if (post.is_busy()) {
        if (auto outcome = post.child->look()) told(post.plan, std::move(*outcome));
      }
      if (!post.is_busy()) {
        const auto plan = take_next();
        if (!plan) continue;
        if (post.child == nullptr || post.child->is_over() || post.runs >= lives)
          post = {std::make_unique<ChildProcess>(subject, command, limits,
                                                 static_cast<std::size_t>(&post - posts.data()))};
        post.child->give(plans[*plan]);
        post.plan = *plan;
        ++post.runs;
      }
      busy = true;
    }
    if (busy) wait_for_news(posts);
  }
}

Outcome Player::play(const Plan& plan) {
  if (child_ == nullptr || child_->is_over() || runs_ >= kLives) {
    child_ = std::make_unique<ChildProcess>(crew_.subject, crew_.command, crew_.limits);
    runs_ = 0;
  }
  ++runs_;
  child_->give(plan);
  for (;;) {
    if (auto outcome = child_->look()) return std::move(*outcome);
    const ChildProcess* const child = child_.get();
    wait_for_news(std::span(&child, 1));
  }
}

}  // namespace drydock::verify
