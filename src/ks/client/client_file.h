// The open files of a client, and its requests that are under way.
//
// Contract: a request keeps its file object alive while the client waits for it, and its buffers
// and its IRP until it is answered, so a client may close its handles, cancel or vanish at any
// time. The buffers of a client of user mode are declared as its memory for as long.
//
// Cost: one IRP and a copy of both buffers a request. Owner: the client's object (include/drydock/
// ks.h). Threads: several threads may use one file; a request is one thread's.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/physical_user.h"

namespace drydock::avstream {

// The name by which something below a file is opened, and the parameters by which a pin is.
std::u16string name_below(std::u16string_view kind, const Bytes& parameters);
Bytes connect_parameters(std::uint32_t pin_type, HANDLE sink, const Bytes& format);
Bytes connect_parameters(std::uint32_t pin_type, HANDLE sink, const Bytes& format,
                         const KSPIN_MEDIUM& medium);

// The buffers of an IOCTL, as a client names them.
struct ControlBuffers {
  void* in;
  std::size_t in_size;
  void* out;
  std::size_t out_size;
};
// Fills an IRP that is sent to the top of the file's device stack.
void fill_control(IRP& irp, PFILE_OBJECT file, ULONG code, const ControlBuffers& buffers,
                  KPROCESSOR_MODE mode);

// Bytes of a client.
class ClientMemory {
 public:
  // The last `behind` bytes are not part of the buffer that the driver gets.
  ClientMemory(Bytes all, Mode mode, std::size_t behind = 0);

  std::byte* data() { return size_ == 0 ? nullptr : bytes_.data(); }
  std::size_t size() const { return size_; }
  const Bytes& bytes() const { return bytes_; }
  // The bytes behind the end were written to.
  bool is_overrun() const;

 private:
  Bytes bytes_;
  std::size_t size_ = 0;
  std::optional<nt::UserRange> range_;
};

class ClientFile;

// The constructor sends the request. The destructor cancels it and waits, if it is not answered
// yet.
class ClientRequest {
 public:
  // `frame` is memory that the buffers point to.
  ClientRequest(const ClientFile& file, ULONG code, Bytes in, Bytes out,
                std::shared_ptr<ClientMemory> frame = nullptr);
  ~ClientRequest();
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  // STATUS_DEVICE_REMOVED when the driver died with it, STATUS_IO_TIMEOUT when it took longer than
  // a client waits.
  Status wait();
  void cancel();
  void end();  // cancels it and waits, if it is not answered yet
  std::size_t returned() const;
  const Bytes& out() const;
  nt::Driver* driver() const;

 private:
  struct Flight;
  Status wait(int moments);
  const std::shared_ptr<FILE_OBJECT> file_;
  const std::shared_ptr<Flight> flight_;
};

class ClientFile {
 public:
  ClientFile() = default;
  ClientFile(ClientFile&& other) noexcept;
  ClientFile& operator=(ClientFile&& other) noexcept;
  ~ClientFile() { close(); }

  static Status open(PDEVICE_OBJECT device, std::u16string name, Mode mode, ClientFile& out);
  // "{class}\parameters" below a file.
  static Status open_below(const ClientFile& parent, std::u16string_view kind,
                           const Bytes& parameters, ClientFile& out);

  explicit operator bool() const { return object_ != nullptr; }
  PFILE_OBJECT object() const { return object_; }
  HANDLE handle() const { return handle_; }
  Mode mode() const { return mode_; }
  void close();

  Status request(ULONG code, Bytes in, Bytes& out, std::size_t& returned) const;
  // KSPROPERTY_TYPE_GET with a buffer as long as the answer.
  Status get(const Bytes& identifier, Bytes& out) const;

 private:
  ClientFile(PFILE_OBJECT object, Mode mode);

  PFILE_OBJECT object_ = nullptr;  // the handle keeps it alive
  HANDLE handle_ = nullptr;
  Mode mode_ = Mode::kUser;
};

template <class T>
Bytes to_bytes(const T& value) {
  const auto* begin = reinterpret_cast<const std::byte*>(&value);
  return {begin, begin + sizeof value};
}

inline Bytes property_bytes(const GUID& set, ULONG id, ULONG flags) {
  KSIDENTIFIER out{};
  out.Set = set;
  out.Id = id;
  out.Flags = flags;
  return to_bytes(out);
}

// Throws Error unless the status is a success.
void expect(Status status, const char* what);

// The layout of a picture's rows in a surface.
struct SurfaceShape {
  std::size_t pitch = 0;
  std::size_t row = 0;  // bytes that are the picture's
  std::size_t rows = 0;
};

struct Pin::Impl {
  ClientFile file;
  Format format;
  std::size_t header_size = 0;
  SurfaceShape surface;  // without rows: frames are buffers
  AllocatorAt allocator_at = AllocatorAt::kDefault;
  ClientFile allocator;
  struct Sent;
  std::vector<std::unique_ptr<Sent>> ahead;  // oldest first

  Impl(ClientFile opened, Format agreed);
  ~Impl();
};

struct Filter::Impl {
  ClientFile file;
};

struct Child::Impl {
  ClientFile file;
};

}  // namespace drydock::avstream
