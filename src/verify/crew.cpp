#include "src/verify/crew.h"

#include <poll.h>

#include <algorithm>
#include <memory>

namespace drydock::verify {
namespace {

constexpr int kLook = 50;            // milliseconds between looks at limits
constexpr std::size_t kLives = 512;  // runs of a process, so that what the host keeps cannot grow

struct Post {
  std::unique_ptr<Child> child;
  std::size_t runs = 0;
};

void wait_for_news(const std::vector<Post>& posts) {
  std::vector<pollfd> files;
  for (const Post& post : posts) {
    if (post.child == nullptr || post.child->is_idle()) continue;
    const auto [results, noise] = post.child->files();
    files.push_back({results, POLLIN, 0});
    files.push_back({noise, POLLIN, 0});
  }
  if (!files.empty()) poll(files.data(), files.size(), kLook);
}

}  // namespace

void Crew::play(std::span<const Plan> plans, const Told& told, const GivenUp& given_up,
                bool fresh) const {
  std::vector<Post> posts(std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(plans.size(), 1)));
  const std::size_t lives = fresh ? 1 : kLives;
  std::size_t next = 0;
  const auto take_next = [&]() -> std::optional<std::size_t> {
    while (next < plans.size() && given_up != nullptr && given_up(plans[next])) ++next;
    return next < plans.size() ? std::optional(next++) : std::nullopt;
  };
  for (bool busy = true; busy;) {
    busy = false;
    for (Post& post : posts) {
      if (post.child != nullptr && !post.child->is_idle()) {
        const std::size_t plan = post.child->plan();
        if (auto outcome = post.child->look()) told(plan, std::move(*outcome));
      }
      if (post.child == nullptr || post.child->is_idle()) {
        const auto plan = take_next();
        if (!plan) continue;
        if (post.child == nullptr || post.child->is_over() || post.runs >= lives)
          post = {std::make_unique<Child>(plans, subject, command, limits), 0};
        post.child->give(*plan);
        ++post.runs;
      }
      busy = true;
    }
    if (busy) wait_for_news(posts);
  }
}

}  // namespace drydock::verify
