// A pin as its frames see it: what the queue, the allocators and the clocks ask of the pin that
// they belong to. The pin itself (src/ks/pin/pin.h) is a room above them.
//
// Owner: the file object of the pin. Threads: any; what a routine needs locked its comment says.
#pragma once

#include <memory>

#include "src/ks/object/object.h"

namespace drydock::ks {

class DmaMapper;
class Processor;
class Queue;
struct StreamRequest;

class StreamingPin : public Object {
 public:
  using Object::Object;

  virtual KSPIN& face() const = 0;
  // Null outside ACQUIRE to RUN and without the standard transport (S-130).
  virtual std::shared_ptr<Queue> queue() const = 0;
  // The mappings of frames that are made for the pin's device.
  virtual DmaMapper& mapper() = 0;
  // Say whether frames of the pin are processed, by its own dispatch or by its filter's, and by
  // which processor. A pin has one only if it processes.
  virtual bool processes() = 0;
  virtual Processor& processor() = 0;

  // Called by the queue, without its lock: the minidriver did something with its frames; a request
  // is done with this pin; where it goes then; a frame that ends a stream has left (S-201, S-202).
  virtual void note_progress() = 0;
  virtual void note_done(const StreamRequest& request) = 0;
  virtual void send_on(std::unique_ptr<StreamRequest> request) = 0;
  virtual void stream_ended() = 0;
};

}  // namespace drydock::ks
