// A minidriver with one device, and its clients, at the level of files and IRPs.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/nt/driver/loader.h"
#include "src/nt/io/plug_and_play.h"
#include "src/rules/finding.h"

namespace drydock::testing {

using Bytes = std::vector<std::byte>;

template <class T>
Bytes bytes_of(const T& value) {
  const auto* begin = reinterpret_cast<const std::byte*>(&value);
  return {begin, begin + sizeof value};
}

// A request that was sent and may not be answered yet. Waits on destruction.
class Sent {
 public:
  Sent(PFILE_OBJECT file, ULONG code, Bytes in, Bytes out, KPROCESSOR_MODE mode);
  ~Sent();
  Sent(const Sent&) = delete;
  Sent& operator=(const Sent&) = delete;

  NTSTATUS status();  // waits for the answer
  bool is_done() const;
  void cancel();
  std::size_t returned() const { return block_.Information; }
  const Bytes& out() const { return out_; }
  std::byte* out_data() { return out_.data(); }

 private:
  Bytes in_;
  Bytes out_;
  nt::Driver* driver_ = nullptr;
  PIRP irp_ = nullptr;
  KEVENT event_;
  IO_STATUS_BLOCK block_{};
  NTSTATUS immediate_ = STATUS_PENDING;
};

// An open file; closes on destruction.
class File {
 public:
  File() = default;
  File(PFILE_OBJECT object, KPROCESSOR_MODE mode);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  explicit operator bool() const { return object_ != nullptr; }
  PFILE_OBJECT object() const { return object_; }
  HANDLE handle() const { return handle_; }
  void close();

  NTSTATUS request(ULONG code, Bytes in, Bytes& out, std::size_t* returned = nullptr) const;
  NTSTATUS get(const GUID& set, ULONG id, Bytes& out, std::size_t* returned = nullptr) const;
  NTSTATUS set(const GUID& set, ULONG id, Bytes value) const;
  NTSTATUS set_state(KSSTATE state) const;
  std::unique_ptr<Sent> send(ULONG code, Bytes in, Bytes out) const;

  // A read or write of frames; `data` is where they go or come from.
  struct Stream {
    std::vector<Bytes> data;
    std::unique_ptr<Sent> sent;
    KSSTREAM_HEADER header(std::size_t index = 0) const;
  };
  Stream read(std::size_t frames, std::size_t bytes, ULONG header_size = 0) const;
  Stream write(std::vector<Bytes> data) const;

 private:
  PFILE_OBJECT object_ = nullptr;
  HANDLE handle_ = nullptr;
  KPROCESSOR_MODE mode_ = KernelMode;
};

class Rig {
 public:
  // Builds, loads and calls DriverEntry and AddDevice; start() is the caller's.
  explicit Rig(const std::filesystem::path& driver, nt::PnpResources resources = {});
  ~Rig();  // removes the device and unloads
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  NTSTATUS added() const { return added_; }
  nt::PnpDevice& device() { return *device_; }
  nt::Driver& driver() { return loaded_->driver(); }

  NTSTATUS open(std::u16string_view name, File& file, KPROCESSOR_MODE mode = KernelMode);
  // A pin of a filter; `sink` is the file that a source is connected to.
  NTSTATUS connect(const File& filter, ULONG pin, const Bytes& format, File& out,
                   const File* sink = nullptr, KPROCESSOR_MODE mode = KernelMode);
  // Something below a file, by class and parameters.
  NTSTATUS open_below(const File& parent, std::u16string_view kind, const Bytes& parameters,
                      File& out, KPROCESSOR_MODE mode = KernelMode);

  // The end of the device and the driver; findings are complete then.
  void finish();
  std::vector<rules::Finding> findings() const { return log_.findings(); }

 private:
  rules::FindingLog log_;
  std::unique_ptr<nt::LoadedDriver> loaded_;
  std::unique_ptr<nt::PnpDevice> device_;
  NTSTATUS started_ = STATUS_UNSUCCESSFUL;
  NTSTATUS added_ = STATUS_UNSUCCESSFUL;
};

}  // namespace drydock::testing
