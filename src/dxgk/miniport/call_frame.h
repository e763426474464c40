// The entry point that runs on a thread, and its adapter. It decides which callbacks are allowed,
// and what callbacks without an adapter handle mean.
#pragma once

#include <string>

#include "src/dxgk/miniport/ddi.h"
#include "src/dxgk/miniport/race_rules.h"

namespace drydock::dxgk {

class Adapter;

class CallFrame {
 public:
  CallFrame(Adapter& adapter, const Ddi& ddi)
      : adapter_(adapter), ddi_(ddi), outer_(innermost_), party_(side_of(ddi, adapter)) {
    innermost_ = this;
  }
  ~CallFrame() { innermost_ = outer_; }
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;

  Adapter& adapter() const { return adapter_; }
  const Ddi& ddi() const { return ddi_; }

  // The innermost frame of the calling thread; null outside of the driver.
  static CallFrame* current() { return innermost_; }

  // The driver looked a handle up. One that stands for nothing, as whatever the driver took it for,
  // is the end of the entry point: it must fail (K-419).
  void note_look_up(D3DKMT_HANDLE handle, bool is_resolved) {
    has_looked_up_ = true;
    if (!is_resolved) {
      unresolved_ = handle;
    } else if (unresolved_ == handle) {
      unresolved_ = 0;
    }
  }
  bool has_looked_up() const { return has_looked_up_; }
  D3DKMT_HANDLE unresolved() const { return unresolved_; }

 private:
  static MiniportPart part_of(const Ddi& ddi) {
    if (&ddi == &ddi::kDpcRoutine) return MiniportPart::kDpc;
    if (&ddi == &ddi::kInterruptRoutine) return MiniportPart::kInterrupt;
    return MiniportPart::kEntryPoint;
  }
  static nt::RaceSide side_of(const Ddi& ddi, const Adapter& adapter) {
    return {&miniport_races, static_cast<std::uint8_t>(part_of(ddi)), &adapter};
  }

  [[gnu::tls_model("initial-exec")]] static constinit thread_local CallFrame* innermost_;

  Adapter& adapter_;
  const Ddi& ddi_;
  CallFrame* const outer_;
  const nt::RaceParty party_;
  D3DKMT_HANDLE unresolved_ = 0;
  bool has_looked_up_ = false;
};

// True while this entry point is the innermost on the calling thread.
bool is_inside(const Ddi& ddi);

// Raises the breach of paged code that runs above APC_LEVEL. It is registered with
// nt::on_paged_code().
void raise_paged_code_rule(const std::string& message);

}  // namespace drydock::dxgk
