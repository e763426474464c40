// The graphics kernel's own process on the GPU, for drivers whose paging works by virtual addresses
// (DXGK_PAGETABLEUPDATE_GPU_VIRTUAL). Its addresses are windows through which paging operations see
// memory; it has no others.
//
//   root's first entry | source | target | table | the paging buffer
//   leads nowhere      |  of transfers   | that is updated
//
// Its page tables lie in system memory and are pinned there. The processor always writes them while
// the driver is called, without a buffer (K-341), so they need no paging themselves. A window leads
// somewhere only during an operation.
//
// Threads: only the scheduler's strand. Cost: one table update to open a window.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/vidmm/driver.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

class Paging;
struct PagingBuffer;

class PagingProcess {
 public:
  static constexpr std::size_t kWindowPages = 256;
  enum class Window : std::uint8_t { kSource, kTarget, kTable };

  // The driver's handles of the process.
  struct Names {
    HANDLE process = nullptr;
    HANDLE context = nullptr;
  };

  static bool is_wanted_by(const Driver& driver);

  PagingProcess(Driver& driver, Paging& paging, const Names& names);
  ~PagingProcess();
  PagingProcess(const PagingProcess&) = delete;
  PagingProcess& operator=(const PagingProcess&) = delete;

  // Writes its tables and gives its context the root. False when that failed.
  bool start(const PagingBuffer& buffer);

  // Neighbouring pages of a segment, or page frames of the machine.
  struct Pages {
    UINT segment = 0;
    std::uint64_t first = 0;             // in the segment
    const PFN_NUMBER* frames = nullptr;  // null: pages of the segment
    std::size_t count = 0;
    HANDLE allocation = nullptr;  // the allocation that they belong to
    std::uint64_t offset = 0;     // in the allocation
    UINT64 driver_protection = 0;
  };
  // Leads the window to these pages. Returns where it begins; 0 on failure.
  D3DGPU_VIRTUAL_ADDRESS map(Window window, const Pages& pages);
  void unmap(Window window, std::size_t pages);

  // Gives its context the root, also after a reset of the adapter.
  void have_root();
  void lose_root() { has_root_ = false; }

  HANDLE context() const { return names_.context; }
  D3DGPU_VIRTUAL_ADDRESS buffer_address() const { return address_of_page(kBufferPage); }

 private:
  struct Table {
    UINT level = 0;
    std::uint64_t begin = 0;
    UINT entries = 0;
    Tenant tenant;
  };
  static constexpr std::size_t kBufferPage = 3 * kWindowPages;

  std::uint64_t address_of_page(std::size_t page) const;
  Table* make(UINT level, std::uint64_t begin);
  bool write_lower(Table& table);
  bool write(Table& table, UINT first, UINT count, std::vector<DXGK_PTE> entries,
             const Pages& pages);
  bool write_pages(std::size_t page, const Pages& pages);
  bool flush(std::size_t page, std::size_t count);

  Driver& driver_;
  Paging& paging_;
  const GpuMmu& mmu_;
  const Names names_;
  std::size_t pages_ = 0;  // pages of all windows
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Table*> leaves_;  // in the order of addresses
  Table* root_ = nullptr;
  bool has_root_ = false;
};

}  // namespace drydock::vidmm
