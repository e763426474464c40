// The driver of an adapter, as video memory and the scheduler call it.
#pragma once

#include "src/vidmm/driver.h"

namespace drydock::dxgk {

class Adapter;
class Seat;

// Calls in the name of one seat. Both outlive it.
class GpuDriver final : public vidmm::Driver {
 public:
  GpuDriver(Adapter& adapter, Seat& seat) : adapter_(adapter), seat_(seat) {}

  // vidmm::Driver
  const vidmm::MemoryCaps& caps() const override;
  vidmm::Abilities abilities() const override;
  bool is_alive() const override;
  HANDLE system_process() const override;
  NTSTATUS build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) override;
  NTSTATUS map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE& pages) override;
  void unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE& pages) override;
  SIZE_T root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE& entries) override;
  void set_root_page_table(const DXGKARG_SETROOTPAGETABLE& root) override;
  void release_swizzling_ranges(const vidmm::Tenant& tenant) override;
  nt::Offender offender() override;

 private:
  Adapter& adapter_;
  Seat& seat_;
};

}  // namespace drydock::dxgk
