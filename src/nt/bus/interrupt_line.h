// Interrupt lines and messages that devices raise, and which interrupts are connected to them.
//
// A device model declares the vectors that the Plug and Play manager gave its device: one line, or
// a number of messages. A driver that names the vector or the device is connected; the model calls
// raise() when its device requests service.
//
// Cost: a short lock, and a call of each service that shares the line. Owner: the device model.
// Threads: any.
#pragma once

#include <memory>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt.h"

namespace drydock::nt {

struct LineDescription {
  PDEVICE_OBJECT device = nullptr;  // the PDO whose resources these are; null: any device's
  ULONG vector = 0;                 // the vector of the line, or of message 0; the others follow
  KIRQL irql = 0;
  KINTERRUPT_MODE mode = LevelSensitive;
  ULONG messages = 0;  // 0: a line
};

// A declared line; it ends with the object. Drivers that are still connected are not called any
// more.
class InterruptLine {
 public:
  ~InterruptLine();
  InterruptLine(const InterruptLine&) = delete;
  InterruptLine& operator=(const InterruptLine&) = delete;

  // The device requests service. Interrupts that share a line are called in the order of their
  // connection, until one claims; on a latched line all are. True when one claimed.
  bool raise(ULONG message = 0);

  // The same on a strand of the host, without waiting for the answer.
  void pend(ULONG message = 0);

  struct State;

 private:
  friend std::unique_ptr<InterruptLine> declare_interrupt_line(const LineDescription&);
  explicit InterruptLine(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Throws std::invalid_argument when a vector belongs to another line.
std::unique_ptr<InterruptLine> declare_interrupt_line(const LineDescription& description);

// One vector of a declared line.
struct InterruptVector {
  std::shared_ptr<InterruptLine::State> line;
  ULONG message = 0;
  LineDescription description = {};
};

// Returns the vector with this number. Its `line` is null when no line declares it.
InterruptVector find_vector(ULONG vector);

// All vectors of a device, in the order of their declaration.
std::vector<InterruptVector> vectors_of(PDEVICE_OBJECT device);

// Connects an interrupt to a vector. False when the vector is taken and not everybody shares.
bool connect(const InterruptVector& vector, std::shared_ptr<Interrupt> interrupt, bool shared);
void disconnect(const InterruptVector& vector, const std::shared_ptr<Interrupt>& interrupt);

}  // namespace drydock::nt
