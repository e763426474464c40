// An adapter as the runtime has it open: the kernel's, and the driver's object for it.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "src/d3d/handles.h"
#include "src/d3d/user_driver.h"
#include "src/dxgk/work/process.h"
#include "src/win32/heap.h"

namespace drydock::d3d {

class Breaches;
struct Entry;

// The three families of interfaces. A file may have several.
enum class Style : std::uint8_t {
  kAsExported,  // the first that the file has
  kDirect3D9,   // OpenAdapter
  kDirect3D10,  // OpenAdapter10_2 or OpenAdapter10
  kDirect3D12,  // OpenAdapter12
};

// Whether a Discard gives the driver another instance of an allocation.
enum class Renaming : std::uint8_t { kWhenBusy, kAlways, kNever };

// What reserved parts of CreateResource's arguments hold besides zeros.
enum class Noise {
  kNone,
  kFlags,    // undefined bits
  kMembers,  // members that mean nothing for a resource of this kind
};

// How the runtime behaves where the documents leave it a choice, or where a test wants to see more.
struct Options {
  UINT interface_version = 9;      // Direct3D's own, as drivers are told it
  UINT runtime_version = 0;        // the runtime's build
  bool spoil_outputs = false;      // what a failed callback leaves in its answers is no handle
  bool refuse_locked = false;      // release of what is locked is refused, and not only found
  bool abandon_children = false;   // DestroyDevice comes with resources alive
  bool rewrite_callbacks = false;  // the table of callbacks changes when CreateDevice has returned
  bool give_obsolete = false;      // CreateDevice comes with buffers in its obsolete members
  bool shrink_batches = false;     // every other submission has room for less
  bool repeat_kernel_handle = false;  // who opens a resource again gets its first hKMResource
  bool is_full_screen = false;        // no Flush comes before Present
  Noise noise = Noise::kNone;
  Renaming renaming = Renaming::kWhenBusy;  // the schedule, and so a seed, says what is busy
  Style style = Style::kAsExported;
  // Of Direct3D 10 and later: the interface (0: the newest that both sides know and a kernel of
  // WDDM 1.x has), whether the runtime's build is older than the driver's, and the flags of
  // CreateDevice besides the pipeline's level.
  UINT interface10 = 0;
  bool is_old_build = false;
  UINT device_flags10 = 0;
  bool crowd_calculations = false;  // CalcPrivate functions come on two threads at once
  UINT64 version12 = 0;  // of Direct3D 12: D3D12DDI_SUPPORTED_…; 0: the newest that both know
};

struct Agreement12;

class Adapter : public std::enable_shared_from_this<Adapter> {
 public:
  // Of the process's own; nothing is opened yet.
  Adapter(std::shared_ptr<UserDriver> driver, dxgk::Process& process, LUID luid, Options options);
  // Of an adapter that was not closed the kernel lets go; its driver is not told.
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // Opens the kernel's adapter, then calls OpenAdapter.
  HRESULT open();
  // CloseAdapter; E_INVALIDARG while it has devices.
  HRESULT close();
  HRESULT get_caps(D3DDDIARG_GETCAPS& request);

  UserDriver& user() { return *driver_; }
  nt::Driver& driver() { return driver_->driver(); }
  dxgk::Process& process() const { return process_; }
  const Options& options() const { return options_; }
  RuntimeHandle handle() const { return handle_; }
  DriverHandle driver_handle() const { return driver_handle_; }
  KernelHandle kernel() const { return kernel_; }
  LUID luid() const { return luid_; }
  const D3DDDI_ADAPTERFUNCS& functions() const { return functions_; }
  bool is_of_9() const { return style_ == Style::kDirect3D9; }
  bool is_of_10() const { return style_ == Style::kDirect3D10; }
  bool is_of_12() const { return style_ == Style::kDirect3D12; }
  // What was agreed on with a driver of Direct3D 10 or later.
  struct Agreement {
    D3D10_2DDI_ADAPTERFUNCS functions{};
    UINT interface = 0;
    UINT version = 0;       // of the runtime: its build in the upper half
    UINT driver_build = 0;  // that the driver said for this interface
    bool is_free_threaded = false;
    bool has_command_lists = false;
  };
  const Agreement& agreement() const { return agreement_; }
  // The same of Direct3D 12.
  const Agreement12& agreement12() const { return *agreement12_; }
  // The interface that the driver was compiled with.
  UINT driver_version() const { return driver_version_; }
  bool is_open() const { return is_open_; }
  // True once; later calls are of no interest.
  bool first_device() { return !std::exchange(has_devices_, true); }
  int devices() const { return devices_.load(std::memory_order_acquire); }
  void count_device(int change) { devices_.fetch_add(change, std::memory_order_acq_rel); }
  bool was_asked() const { return was_asked_; }
  void note_asked() { was_asked_ = true; }

 private:
  void check_opened(const D3DDDIARG_OPENADAPTER& opened, HRESULT result, Breaches& breaches);
  // A call of the driver about the adapter.
  HRESULT ask(const Entry& entry, const std::function<HRESULT()>& body,
              const std::function<void(HRESULT, Breaches&)>& check = nullptr);
  HRESULT open10();
  // The interface that both sides know; false when there is none.
  bool agree(Breaches& breaches);
  void read_threading(Breaches& breaches);
  // Asks for the count, then for the versions; false when the driver gives no sense.
  bool read_versions(const std::function<HRESULT(UINT32*, UINT64*)>& get, std::vector<UINT64>& out);
  HRESULT open12();
  bool agree12();
  void read_capabilities12();
  HRESULT close12();
  bool open_in_kernel();
  void close_in_kernel();

  const std::shared_ptr<UserDriver> driver_;
  dxgk::Process& process_;
  const LUID luid_;
  const Options options_;
  const RuntimeHandle handle_;
  const win32::HeapAccount heap_ = win32::new_heap_account();
  DriverHandle driver_handle_;
  KernelHandle kernel_;
  const Style style_;
  D3DDDI_ADAPTERFUNCS functions_{};
  Agreement agreement_;
  std::unique_ptr<Agreement12> agreement12_;
  UINT driver_version_ = 0;
  bool is_open_ = false;
  bool has_devices_ = false;
  std::atomic<int> devices_ = 0;
  bool was_asked_ = false;
};

}  // namespace drydock::d3d
