// Connections and pipes: how a pin gets its frames and where they go.
//
// clang-format off
// | pin                                   | its queue is fed by   | a frame that is done goes to     |
// |---------------------------------------|-----------------------|----------------------------------|
// | sink of a client (PinToHandle null)   | the client's IRPs     | the client                       |
// | source connected to an AVStream pin   | its requester         | the queue of the peer            |
// | sink connected from an AVStream pin   | the peer's queue      | the requester of the peer        |
// | source connected to another filter    | its requester         | the other filter, by an IRP      |
// clang-format on
//
// The section is built when the pin goes to ACQUIRE (S-139) and taken down at STOP. The requester
// takes its frames from the assigned allocator at ACQUIRE and gives them back at STOP; in injection
// mode the minidriver brings them (S-211, S-212).
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/ks/queue/frame.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class Allocator;
class Pin;

// The other end of a pin's connection.
class Connection {
 public:
  explicit Connection(Pin& pin) : pin_(pin) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Connects a source with its sink (PinToHandle), whose Connect is called under the sink's control
  // mutex (S-127).
  NTSTATUS connect(HANDLE sink);
  void disconnect();

  bool is_source() const { return sink_file() != nullptr; }
  // The file of a source's sink; null when the pin is no source.
  PFILE_OBJECT sink_file() const;
  // The AVStream pin at the other end: of a source, or of either. Null when there is none.
  std::shared_ptr<Pin> peer() const;
  std::shared_ptr<Pin> other_end() const;
  // The sink is no AVStream pin: frames reach it by IRPs (S-210).
  bool is_external() const { return std::holds_alternative<ToOther>(end_); }

 private:
  // The other end of the connection. The files are pinned.
  struct Client {};  // a client that reads or writes, or none yet
  struct ToPin {
    PFILE_OBJECT file;
    std::weak_ptr<Pin> sink;
  };
  struct ToOther {
    PFILE_OBJECT file;
  };
  struct FromPin {
    std::weak_ptr<Pin> source;
  };

  NTSTATUS accept(Pin& sink);

  Pin& pin_;
  std::variant<Client, ToPin, ToOther, FromPin> end_;
};

// Takes frames from an allocator and sends them round (S-209).
class Requester final : public Station {
 public:
  explicit Requester(Pin& source);
  ~Requester() override;  // after release(): no frame is away

  // Takes frames from the assigned allocator, or from pool by the framing that the pins agree on.
  // Takes as many as the framing says; at least one, else STATUS_INSUFFICIENT_RESOURCES.
  NTSTATUS acquire();
  // Sends the frames that are at home into the source's queue.
  void start();
  // Ends the flow: frames that return are not sent again.
  void stop();
  // Waits for the frames that are away, then gives all back to the allocator.
  void release();
  void arrive(std::unique_ptr<StreamRequest> request) override;
  // Injection mode: the minidriver's frame goes round once, without a queue of the source.
  NTSTATUS submit(const Injected& frame, const KSSTREAM_HEADER* header);

 private:
  std::unique_ptr<StreamRequest> make_request(void* data, ULONG extent);
  void dispose(StreamRequest& request);
  void return_injected(StreamRequest& request);
  void check_integrity(const StreamRequest& request);
  void one_home();

  Pin& source_;
  std::shared_ptr<Allocator> allocator_;
  bool own_allocator_ = false;  // made by acquire(), so release() shuts it down
  sim::Lock lock_{sim::LockRank::kStreamRequester};
  bool running_ DRYDOCK_GUARDED_BY(lock_) = false;
  ULONG away_ DRYDOCK_GUARDED_BY(lock_) = 0;
  std::vector<std::unique_ptr<StreamRequest>> home_ DRYDOCK_GUARDED_BY(lock_);
  KEVENT all_home_;
};

}  // namespace drydock::ks
