// The driver of an adapter, as video memory and the scheduler call it.
#pragma once

#include "src/sched/work/engine_driver.h"

namespace drydock::dxgk {

class Adapter;
class Seat;
struct Ddi;

// Calls in the name of one seat. Adapter and seat outlive it.
class GpuDriver final : public sched::EngineDriver {
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

  // sched::EngineDriver
  sched::EngineCaps engine_caps() const override;
  bool is_reachable() const override;
  NTSTATUS submit_command(const DXGKARG_SUBMITCOMMAND& work) override;
  NTSTATUS submit_command_virtual(const DXGKARG_SUBMITCOMMANDVIRTUAL& work) override;
  NTSTATUS submit_command_to_hw_queue(const DXGKARG_SUBMITCOMMANDTOHWQUEUE& work) override;
  NTSTATUS patch(const DXGKARG_PATCH& work) override;
  NTSTATUS preempt_command(const DXGKARG_PREEMPTCOMMAND& node) override;
  void cancel_command(const DXGKARG_CANCELCOMMAND& work) override;
  NTSTATUS suspend_context(DXGKARG_SUSPENDCONTEXT& context) override;
  NTSTATUS query_current_fence(DXGKARG_QUERYCURRENTFENCE& node) override;
  NTSTATUS query_dependent_engine_group(DXGKARG_QUERYDEPENDENTENGINEGROUP& node) override;
  void query_engine_status(DXGKARG_QUERYENGINESTATUS& node) override;
  NTSTATUS reset_engine(DXGKARG_RESETENGINE& node) override;
  void collect_debug_info(ULONG reason) override;
  NTSTATUS reset_from_timeout(const std::function<void()>& when_alone) override;
  NTSTATUS restart_from_timeout(const std::function<void()>& when_alone) override;
  void expect_untouched(bool is_expected) override;
  void end_life() override;

 private:
  template <typename Entry, typename Arguments>
  NTSTATUS call(const Ddi& ddi, Entry entry, Arguments& arguments);

  Adapter& adapter_;
  Seat& seat_;
};

}  // namespace drydock::dxgk
