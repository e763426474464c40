// A graphics kernel with a miniport that does nothing, and a client of it: what is measured is the
// host.
#pragma once

#include <memory>
#include <span>

#include "src/dxgk/dock/dock.h"

namespace drydock::bench {

class Station {
 public:
  Station();
  ~Station();
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  // The one for all workloads of one thread.
  static Station& get();

  dxgk::Process& process() { return *process_; }
  D3DKMT_HANDLE device() const { return device_; }

  // Stand-alone allocations with private data of 64 bytes, as many as there is room for. Throw
  // std::runtime_error when a call fails.
  void create(std::span<D3DKMT_HANDLE> out);
  void destroy(std::span<const D3DKMT_HANDLE> list);

  // Work of the GPU that names allocations, and its end. One station at a time.
  void submit(std::span<const D3DKMT_HANDLE> list);
  void finish_work();
  // How many allocations the driver had to destroy, of all stations together.
  static std::size_t destroyed_in_driver();

  // The client dies; another takes its place.
  void end_process();

 private:
  void begin_process();

  nt::Driver driver_{"null"};
  dxgk::Dock dock_;
  dxgk::Adapter* adapter_ = nullptr;
  std::unique_ptr<dxgk::Process> process_;
  D3DKMT_HANDLE device_ = 0;
  D3DKMT_HANDLE context_ = 0;
  D3DDDI_ALLOCATIONLIST* allocation_list_ = nullptr;
};

}  // namespace drydock::bench
