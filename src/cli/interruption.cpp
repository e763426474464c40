#include "src/cli/interruption.h"

#include <signal.h>
#include <time.h>

#include <initializer_list>

namespace drydock::cli {
namespace {

// Programs such as timeout(1) send a signal to the process and again to its group. What arrives so
// soon after the first is no second wish.
constexpr long kOneWishInMilliseconds = 300;

volatile sig_atomic_t first_signal = 0;
timespec first_time;  // written before first_signal, by the first handler

long milliseconds_since(const timespec& then) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - then.tv_sec) * 1000 + (now.tv_nsec - then.tv_nsec) / 1'000'000;
}

void on_signal(int signal) {
  if (first_signal == 0) {
    clock_gettime(CLOCK_MONOTONIC, &first_time);
    first_signal = signal;
  } else if (milliseconds_since(first_time) >= kOneWishInMilliseconds) {
    ::signal(signal, SIG_DFL);
    raise(signal);  // ends the program when this handler returns
  }
}

}  // namespace

Interruption::Interruption() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  // One handler at a time: each of these signals waits while another is handled.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&action.sa_mask, signal);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    // A program that was started to ignore it, as nohup does, goes on ignoring it.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

int Interruption::signal() { return first_signal; }

}  // namespace drydock::cli
