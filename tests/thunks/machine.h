// A dock with the bookkeeper miniport, clients that call the thunks, and the driver's books.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/dock/dock.h"
#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "src/wdk/graphics.h"
#include "tests/drivers/bookkeeper/book.h"

namespace drydock::testing {

// The private data of an allocation that the bookkeeper makes.
BOOK_ALLOCATION wanted(ULONG size = 4096, ULONG flags = 0, ULONG segments = 0);

// Versions of the interface that the driver can be built for. From WDDM 2.0 on it knows processes.
inline constexpr char kWddm13[] = "0x4002";
inline constexpr char kWddm20[] = "0x5023";

// A machine in which nothing is open. Its destructor checks that the driver has no object left and
// found no mistake.
class Machine {
 public:
  explicit Machine(const std::vector<std::string>& arguments = {}, const char* version = kWddm13);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  dxgk::Dock& dock() { return *dock_; }
  dxgk::Adapter& adapter() { return *adapter_; }
  std::unique_ptr<dxgk::Process> new_process() { return dock_->new_process(); }

  BOOK book();  // as it is now
  void set_fault(BOOK_FAULT fault, ULONG at = 0, VOID (*callback)(VOID*) = nullptr);

  // Findings so far, and whether there is one of a rule.
  std::vector<rules::Finding> findings() const { return log_.findings(); }
  std::size_t count(std::string_view rule) const;

  // The test expects the driver to end or the adapter to be removed, after which the books cannot
  // be read.
  void expect_end() { is_ended_ = true; }

 private:
  NTSTATUS talk(BOOK& book);

  rules::FindingLog log_;
  std::shared_ptr<nt::LoadedDriver> driver_;
  std::unique_ptr<dxgk::Dock> dock_;
  dxgk::Adapter* adapter_ = nullptr;
  std::unique_ptr<dxgk::Process> observer_;
  D3DKMT_HANDLE observed_ = 0;
  bool is_ended_ = false;
};

// A client process with the adapter open, in which the calling thread is while it lives.
class Client {
 public:
  explicit Client(Machine& machine);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Machine& machine() { return machine_; }
  dxgk::Process& process() { return *process_; }
  D3DKMT_HANDLE adapter() const { return adapter_; }

  D3DKMT_HANDLE new_device();
  D3DKMT_HANDLE new_context(D3DKMT_HANDLE device);
  // Allocations that stand alone.
  std::vector<D3DKMT_HANDLE> allocate(D3DKMT_HANDLE device, std::size_t count,
                                      const BOOK_ALLOCATION& what = wanted());
  D3DKMT_HANDLE allocate_one(D3DKMT_HANDLE device, const BOOK_ALLOCATION& what = wanted()) {
    return allocate(device, 1, what).front();
  }

  struct MadeResource {
    D3DKMT_HANDLE resource = 0;
    D3DKMT_HANDLE global = 0;
    std::vector<D3DKMT_HANDLE> allocations;
  };
  MadeResource new_resource(D3DKMT_HANDLE device, std::size_t count, bool shared = false,
                            const BOOK_ALLOCATION& what = wanted());

  NTSTATUS destroy(D3DKMT_HANDLE device, D3DKMT_HANDLE resource,
                   const std::vector<D3DKMT_HANDLE>& allocations);
  NTSTATUS destroy_device(D3DKMT_HANDLE device);

 private:
  Machine& machine_;
  std::unique_ptr<dxgk::Process> process_;
  std::optional<dxgk::ProcessScope> scope_;
  D3DKMT_HANDLE adapter_ = 0;
};

// A request that creates, with what it points to.
struct Creation {
  explicit Creation(D3DKMT_HANDLE device, std::size_t count = 1,
                    const BOOK_ALLOCATION& what = wanted());
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;

  NTSTATUS run() { return D3DKMTCreateAllocation2(&request); }
  std::vector<D3DKMT_HANDLE> handles() const;

  D3DKMT_CREATEALLOCATION request{};
  std::vector<D3DDDI_ALLOCATIONINFO2> infos;
  std::vector<BOOK_ALLOCATION> data;
};

// An existing heap of one page, of which a standard allocation can be made.
struct Heap {
  explicit Heap(D3DKMT_HANDLE device);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  NTSTATUS run() { return D3DKMTCreateAllocation2(&request); }

  static constexpr SIZE_T kSize = 4096;
  void* memory;
  D3DKMT_CREATESTANDARDALLOCATION standard{};
  D3DDDI_ALLOCATIONINFO2 info{};
  D3DKMT_CREATEALLOCATION request{};
};

}  // namespace drydock::testing
