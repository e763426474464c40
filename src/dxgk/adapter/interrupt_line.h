// An adapter's interrupt. Its service routine runs at the device's IRQL, one at a time, on the
// thread that raises it. The routines that the driver synchronises with it run the same way.
//
// An interrupt that the thread inside raises is delivered when that thread leaves, as on a
// processor.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "src/nt/base/thread.h"
#include "src/sim/gate.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class InterruptLine {
 public:
  // `service` is called for each interrupt, at `irql`.
  using Service = std::function<void(ULONG message)>;

  void connect(KIRQL irql, ULONG messages, Service service);
  // Returns when no service routine runs any more.
  void disconnect();

  bool is_connected() const { return connected_.load(std::memory_order_acquire); }
  KIRQL irql() const { return irql_; }
  ULONG messages() const { return messages_; }

  // False when the line is not connected or has no such message.
  bool raise(ULONG message);

  // Runs `body` in the way of the service routine. False when the line is not connected.
  bool synchronize(const std::function<void()>& body);

  // True on the thread that is inside.
  bool is_mine() const { return holder_.load(std::memory_order_relaxed) == &nt::self(); }

 private:
  class Inside;
  void deliver();

  std::atomic<bool> connected_ = false;
  KIRQL irql_ = 0;
  ULONG messages_ = 0;
  Service service_;
  sim::Gate gate_;
  std::atomic<nt::Thread*> holder_ = nullptr;  // compared with the calling thread only
  std::atomic<std::uint64_t> pending_ = 0;     // one bit a message
};

}  // namespace drydock::dxgk
