// Plays steps on the graphics kernel and on the model of it, and says where they differ.
//
// Owner: the test. At most one lives at a time.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>

#include "src/dxgk/dock/dock.h"
#include "tests/model/driver_recorder.h"
#include "tests/model/graphics_model.h"
#include "tests/support/engine_miniport.h"

namespace drydock::model {

class GraphicsPlay {
 public:
  GraphicsPlay();
  ~GraphicsPlay();
  GraphicsPlay(const GraphicsPlay&) = delete;
  GraphicsPlay& operator=(const GraphicsPlay&) = delete;

  // Makes the call. Empty when the kernel did what the model says; otherwise the difference.
  std::string operator()(const Step& step);

  // Ends both processes and the adapter. Empty when nothing is left.
  std::string end();

 private:
  // The result of a call.
  struct Outcome {
    NTSTATUS status = STATUS_UNSUCCESSFUL, query = STATUS_UNSUCCESSFUL;
    std::vector<Value> made;
    Value global = 0, nt = 0;
    std::vector<int> values;
    std::size_t members = 0;
    std::vector<std::pair<int, int>> tags;
    std::uint64_t* locked = nullptr;
    Value awaited = 0;  // the value of the queue's fence
  };

  Outcome make(const Step& step);
  Outcome open_adapter(const Step& step);
  Outcome create_on(const Step& step);
  Outcome create_queue(const Step& step);
  Outcome close(const Step& step);
  Outcome create(const Step& step);
  Outcome destroy(const Step& step);
  Outcome open(const Step& step);
  // Asks what a resource has and opens it, by the name that query and request have for it.
  template <typename Query, typename Request>
  static Outcome open_by_name(Query& query, NTSTATUS(APIENTRY* ask)(Query*), Request& data,
                              NTSTATUS(APIENTRY* open)(Request*), int way);
  Outcome open_global(const Step& step);
  Outcome open_nt(const Step& step);
  Outcome share(const Step& step);
  Outcome close_nt(const Step& step);
  Outcome lock(const Step& step);
  Outcome unlock(const Step& step);
  Outcome offer(const Step& step);
  Outcome reclaim(const Step& step);
  Outcome make_resident(const Step& step);
  Outcome evict(const Step& step);
  Outcome query_residency(const Step& step);
  Outcome discard(const Step& step);
  Outcome end_process(const Step& step);
  Outcome restart(const Step& step);
  D3DKMT_HANDLE handle(Ref ref) const;
  std::vector<D3DKMT_HANDLE> handles(const std::vector<Ref>& list) const;

  void prepare(Fault fault);
  void come_to_rest();
  std::string compare(const Step& step, const Answer& wanted, const Outcome& got);
  std::string compare_failure(const Answer& wanted, const Outcome& got, const Calls& calls);
  std::string compare_lock(const Answer& wanted, const Outcome& got);
  std::string compare_accounts();

  testing::EngineMiniport engine_;
  DriverRecorder recorder_;
  std::unique_ptr<dxgk::Dock> dock_ = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter_ = nullptr;
  std::array<std::unique_ptr<dxgk::Process>, kProcesses + 1> processes_;
  GraphicsModel model_;
  GraphicsModel before_;           // the last call, when the host's memory may run out
  Calls ended_;                    // that a process made the driver get when it ended
  std::map<Id, void*> addresses_;  // addresses of locked bindings
  Value written_ = 0;
  int tag_ = 0;
};

}  // namespace drydock::model
