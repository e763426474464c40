// An adapter as the runtime has it open: the kernel's handle, and the driver's object for it.
//
// This class is the common part of all families. Each family has a subclass that opens and closes
// the driver's object in its own way; make_adapter() of src/d3d/api chooses it.
//
// Owner: the caller that made it, and every device of it. Threads: one thread opens and closes it;
// devices count themselves from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/d3d/driver/handles.h"
#include "src/d3d/driver/options.h"
#include "src/d3d/driver/user_driver.h"
#include "src/dxgk/view/runtime_view.h"
#include "src/win32/memory/heap.h"

namespace drydock::d3d {

struct Entry;

class Adapter : public std::enable_shared_from_this<Adapter> {
 public:
  // Closes the kernel's adapter unless it is closed. Calls no driver.
  virtual ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // Opens the kernel's adapter, then calls the driver's OpenAdapter function.
  virtual HRESULT open() = 0;
  // CloseAdapter; E_INVALIDARG while it has devices.
  HRESULT close();
  // For Direct3D 9. The other families return E_NOTIMPL.
  virtual HRESULT get_caps(D3DDDIARG_GETCAPS& request);

  UserDriver& user() { return *driver_; }
  nt::Driver& driver() { return driver_->driver(); }
  // The kernel, as the process sees it that has the adapter open.
  const dxgk::RuntimeView& view() const { return view_; }
  const Options& options() const { return options_; }
  RuntimeHandle handle() const { return handle_; }
  DriverHandle driver_handle() const { return driver_handle_; }
  KernelHandle kernel() const { return kernel_; }
  LUID luid() const { return luid_; }
  bool is_of_9() const { return style_ == Style::kDirect3D9; }
  bool is_of_10() const { return style_ == Style::kDirect3D10; }
  bool is_of_12() const { return style_ == Style::kDirect3D12; }
  // The interface that the driver was compiled with, in numbers of Direct3D 9.
  UINT driver_version() const { return driver_version_; }
  bool is_open() const { return is_open_; }
  // Of an open() that failed: the call of the driver and its answer, or what it left out.
  const std::string& why_not_open() const { return why_not_open_; }
  // The calls of the driver about the adapter that failed, with their answers, in order.
  const std::vector<std::string>& failed_calls() const { return failed_calls_; }
  // True once; later calls are of no interest.
  bool is_first_device() { return !std::exchange(has_devices_, true); }
  int devices() const { return devices_.load(std::memory_order_acquire); }
  void count_device(int change);
  // pfnQueryAdapterInfoCb was called.
  bool was_asked() const { return was_asked_; }
  void note_asked() { was_asked_ = true; }

 protected:
  Adapter(std::shared_ptr<UserDriver> driver, const dxgk::RuntimeView& view, LUID luid,
          const Options& options, Style style);

  using Check = std::function<void(HRESULT)>;
  // A call of the driver about the adapter. `arguments` are those that a report of a call that
  // fails names: "(Interface 0x9, Version 0x0)".
  HRESULT call(const Entry& entry, const std::string& arguments,
               const std::function<HRESULT()>& body, const Check& check = nullptr);
  // The adapter cannot be opened although no call of the driver failed.
  void refuse_open(std::string why) { why_not_open_ = std::move(why); }
  virtual HRESULT close_in_driver() = 0;
  // False when the kernel has no such adapter.
  bool open_in_kernel();
  // U-030, U-040: what OpenAdapter10 and OpenAdapter12 leave behind when they succeed. Takes the
  // handle; false when it or an entry of the table is missing.
  bool accept_opened(const Entry& entry, bool is_table_whole, HANDLE given);
  // OpenAdapter has returned. The adapter is open if that was a success and it can be used. A
  // driver that failed leaves nothing behind (U-228).
  void finish_opening(HRESULT returned, bool is_usable);
  void set_driver_handle(HANDLE given) { driver_handle_ = {given}; }
  void set_driver_version(UINT version) { driver_version_ = version; }
  // Asks for the count, then for the versions; false when the driver's answers make no sense.
  bool read_versions(const std::function<HRESULT(UINT32*, UINT64*)>& get, std::vector<UINT64>& out);

 private:
  void close_in_kernel();

  const std::shared_ptr<UserDriver> driver_;
  const dxgk::RuntimeView view_;
  const LUID luid_;
  const Options options_;
  const RuntimeHandle handle_;
  const win32::HeapAccount heap_ = win32::new_heap_account();
  DriverHandle driver_handle_;
  KernelHandle kernel_;
  const Style style_;
  UINT driver_version_ = 0;
  bool is_open_ = false;
  std::string why_not_open_;
  std::vector<std::string> failed_calls_;
  bool has_devices_ = false;
  std::atomic<int> devices_ = 0;
  bool was_asked_ = false;
};

}  // namespace drydock::d3d
