// Streaming drivers, from the client's side: load one, open its filters, connect pins, run, read.
//
//   ks::Camera camera("vcam.so");                    // loads, adds a device, starts it
//   ks::Filter filter = camera.open(0);
//   ks::Pin pin = filter.connect(0, filter.formats(0).front());
//   pin.set_state(ks::State::kRun);
//   ks::Picture frame = pin.read();                  // header and bytes
//   pin.set_state(ks::State::kStop);                 // or let everything go out of scope
//
// A request that fails throws Error with the status; what is checked for its status has a form that
// returns it. Objects close in the order of their destruction, source pins before sinks; vanish()
// drops everything of a client at once, in no order, as a process that dies does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace drydock::ks {

using Status = std::int32_t;  // an NTSTATUS
using Guid = std::array<std::byte, 16>;
using Bytes = std::vector<std::byte>;

class Error : public std::runtime_error {
 public:
  Error(const std::string& what, Status status);
  Status status() const { return status_; }

 private:
  Status status_;
};

enum class State : std::uint8_t { kStop, kAcquire, kPause, kRun };
enum class Mode : std::uint8_t { kUser, kKernel };  // who the requests come from

// A data format, or a range: the bytes of a KSDATAFORMAT with what follows it.
struct Format {
  Bytes bytes;
};

struct Picture {
  Bytes header;  // of a KSSTREAM_HEADER with what follows it, as it came back
  Bytes data;    // as many bytes as the header says were used
};

enum class AllocatorChoice : std::uint8_t {
  kAgreed,  // as the allocation schemes say
  kPool,    // the default allocator, whatever the pins offer
  kNone,
};

struct PinType {
  bool is_output = false;
  std::uint32_t instances = 0;
  std::uint32_t instances_possible = 0;
  std::vector<Format> ranges;
};

class Pin {
 public:
  Pin(Pin&&) noexcept;
  Pin& operator=(Pin&&) noexcept;
  ~Pin();

  void set_state(State state);
  Status try_set_state(State state);
  State state() const;

  // One frame, with room for `size` bytes (0: what the format says). Waits for it.
  Picture read(std::size_t size = 0);
  Status write(std::span<const std::byte> data);
  // Sends reads ahead; read() then takes their answers in order.
  void read_ahead(std::uint32_t frames, std::size_t size = 0);
  void cancel_reads();
  void reset(bool begin);

  // KSPROPERTY requests: the status, and in `data` what came back.
  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  // Any IOCTL of kernel streaming with these buffers as they are.
  Status request(std::uint32_t code, std::span<std::byte> in, std::span<std::byte> out,
                 std::size_t& returned);

  // The master clock of this pin is the host's; before it leaves kStop.
  void use_host_clock();
  // An allocator below this pin, assigned to `source`; before it leaves kStop.
  Status use_allocator(Pin& source, AllocatorChoice choice = AllocatorChoice::kAgreed);

  void close();

  struct Impl;
  explicit Pin(std::unique_ptr<Impl> impl);

 private:
  friend class Filter;
  std::unique_ptr<Impl> impl_;
};

class Filter {
 public:
  Filter(Filter&&) noexcept;
  Filter& operator=(Filter&&) noexcept;
  ~Filter();

  std::vector<PinType> pin_types();
  // What the pin type answers to a request for an intersection with each of its own ranges.
  std::vector<Format> formats(std::uint32_t pin_type);

  // A pin that this client reads from or writes to.
  Pin connect(std::uint32_t pin_type, const Format& format);
  // A source pin of this filter that sends to `sink`.
  Pin connect(std::uint32_t pin_type, const Format& format, Pin& sink);
  Status try_connect(std::uint32_t pin_type, const Format& format, std::optional<Pin>& pin);

  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  Status request(std::uint32_t code, std::span<std::byte> in, std::span<std::byte> out,
                 std::size_t& returned);
  void close();

  struct Impl;
  explicit Filter(std::unique_ptr<Impl> impl);

 private:
  std::unique_ptr<Impl> impl_;
};

// A loaded minidriver with one device.
class Camera {
 public:
  explicit Camera(const std::filesystem::path& driver, bool start = true);
  ~Camera();  // closes nothing of its clients: their objects go first
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;

  Status start();
  Status stop();
  void surprise_remove();
  Status remove();
  void set_power(bool on);

  // Reference strings of the filters that can be opened.
  std::vector<std::string> filters() const;
  Filter open(std::size_t filter, Mode mode = Mode::kUser);
  Status try_open(std::size_t filter, Mode mode, std::optional<Filter>& out);

  bool alive() const;  // the driver has not died

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock::ks
