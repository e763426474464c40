// Streaming drivers, from the client's side: load one, open its filters, connect pins, run, read.
//
//   avstream::Device camera("vcam.so");                    // loads, adds a device, starts it
//   avstream::Filter filter = camera.open(0);
//   avstream::Pin pin = filter.connect(0, filter.formats(0).front());
//   pin.set_state(avstream::State::kRun);
//   avstream::Picture frame = pin.read();                  // header and bytes
//   pin.set_state(avstream::State::kStop);                 // or let everything go out of scope
//
// A Graph holds what belongs together and knows the order: sinks start before their sources,
// sources stop and close before their sinks.
//
//   avstream::Graph graph;
//   avstream::Filter& source = graph.add(camera.open(0));
//   avstream::Filter& sink = graph.add(camera.open(1));
//   graph.join(source, 0, sink, 0, source.formats(0).front());
//   graph.set_state(avstream::State::kRun);
//   graph.vanish(seed);  // closes all handles, as the end of a process does
//
// A request that fails throws Error with the status. Each such function has a form that returns the
// status instead (try_...). One thread at a time uses the objects of a client; any may use a
// Device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace drydock::avstream {

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
enum class Mode : std::uint8_t { kUser, kKernel };  // the mode that requests come from

// A data format, or a range: the bytes of a KSDATAFORMAT with what follows it.
struct Format {
  Bytes bytes;
};

// The pixels of a format whose specifier is KS_VIDEOINFOHEADER.
struct Video {
  std::uint32_t fourcc = 0;  // 0: RGB
  std::uint32_t width = 0;
  std::int32_t height = 0;  // RGB: rows from below, unless negative
  std::uint16_t bits = 0;   // a pixel
  std::uint32_t size = 0;   // bytes of a picture
};
std::optional<Video> video_of(const Format& format);

// The bytes of a frame of this format; 0 when the format does not say.
std::size_t frame_size(const Format& format);

struct Picture {
  Bytes header;  // the KSSTREAM_HEADER with what follows it, as it came back
  Bytes data;    // as many bytes as the header says were used
  std::int64_t time = 0;
  bool time_valid = false;
  std::int64_t number = -1;  // PictureNumber of the KS_FRAME_INFO, when there is one
};

enum class AllocatorChoice : std::uint8_t {
  kAgreed,  // what the framings of both pins agree on
  kPool,    // the default allocator, whatever the pins offer
};

// Where the frames of a connection come from.
enum class AllocatorAt : std::uint8_t { kDefault, kSource, kSink };

struct PinType {
  bool is_output = false;
  bool opens_for_client = false;  // a client reads it or writes it
  bool opens_to_sink = false;     // it can be connected to a pin that is open
  std::uint32_t instances = 0;
  std::uint32_t instances_possible = 0;
  std::vector<Format> ranges;
};

// What is opened below a pin: an allocator, a clock.
class Child {
 public:
  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;
  ~Child();  // closes

  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  Status request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                 std::size_t& returned);
  void close();

  struct Impl;
  explicit Child(std::unique_ptr<Impl> impl);

 private:
  friend class Pin;
  std::unique_ptr<Impl> impl_;
};

class Pin {
 public:
  Pin(Pin&&) noexcept;
  Pin& operator=(Pin&&) noexcept;
  ~Pin();

  void set_state(State state);
  Status try_set_state(State state);
  State state();

  // One frame, with room for `size` bytes (0: what the format says). Waits for it, unless reads
  // were sent ahead: then it takes the answer of the oldest.
  Picture read(std::size_t size = 0);
  Status try_read(Picture& picture, std::size_t size = 0);
  void read_ahead(std::uint32_t frames, std::size_t size = 0);
  void write_ahead(std::span<const std::byte> data);
  // Reads that bring no memory.
  void read_nothing_ahead(std::uint32_t frames);
  // From now on headers are plain: without the extension that the pin asks for.
  void use_plain_headers();
  // From now on frames are surfaces with so many bytes from row to row, as a decoder gets them from
  // a renderer (S-268). STATUS_NOT_SUPPORTED when the headers cannot say so, or the format is not
  // of packed rows that fit.
  Status use_pitch(std::uint32_t bytes);
  // Capture into video memory. The surface is an allocation of the display kernel's to capture
  // into, by its D3DKMT_HANDLE: the pin maps it and gets a frame that lies there, whose data are a
  // VRAM_SURFACE_INFO.
  Status use_video_memory();
  Status read_surface_ahead(std::uint32_t surface);
  // The answer of the oldest that was sent ahead; STATUS_NO_MORE_ENTRIES when there is none.
  Status answer();
  void cancel_reads();  // all requests that were sent ahead
  void drop_answers();  // cancels them too, and discards their answers
  Status write(std::span<const std::byte> data);
  Status reset(bool begin);

  // The format of the connection; frames that are sent afterwards are of its size.
  Status set_format(const Format& format);
  Status propose_format(const Format& format);

  // KSPROPERTY requests: returns the status, and in `data` the answer.
  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  // Any IOCTL of kernel streaming with these buffers as they are.
  Status request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                 std::size_t& returned);

  // An allocator of this pin, as a graph manager opens one: with nonpaged pool, unless the pin's
  // framing names other memory or `options` says otherwise. open_clock() opens the pin's clock.
  Status open_allocator(std::uint32_t frames, std::uint32_t size, std::optional<Child>& out,
                        std::optional<std::uint32_t> options = {});
  Status open_clock(std::optional<Child>& out);
  // Before the pin leaves kStop; nullptr removes what was assigned.
  Status assign_allocator(Child* allocator);
  Status assign_clock(Child* clock);

  // Makes a clock of the host the pin's master clock; before the pin leaves kStop.
  void use_host_clock();
  // This pin is the source: chooses the allocator of its connection and assigns it; before it
  // leaves kStop. A pin that must allocate comes first, then one that can, the sink before the
  // source. A pin whose allocator refuses is passed over.
  Status choose_allocator(Pin& sink, AllocatorChoice choice = AllocatorChoice::kAgreed);
  AllocatorAt allocator() const;
  // Closes the client's handle. The pin keeps an allocator that is assigned to it alive.
  void close_allocator();

  void close();

  struct Impl;
  explicit Pin(std::unique_ptr<Impl> impl);

 private:
  friend class Filter;
  friend class Graph;
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
  // The same for pictures of this size.
  std::vector<Format> formats(std::uint32_t pin_type, std::uint32_t width, std::uint32_t height);

  // A pin that this client reads from or writes to.
  Pin connect(std::uint32_t pin_type, const Format& format);
  // A source pin of this filter that sends to `sink`.
  Pin connect(std::uint32_t pin_type, const Format& format, Pin& sink);
  Status try_connect(std::uint32_t pin_type, const Format& format, std::optional<Pin>& pin,
                     Pin* sink = nullptr);

  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  Status request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                 std::size_t& returned);
  void close();

  struct Impl;
  explicit Filter(std::unique_ptr<Impl> impl);

 private:
  friend class Graph;
  std::unique_ptr<Impl> impl_;
};

// Filters and pins of one client. References stay valid until the graph closes or vanishes.
class Graph {
 public:
  Graph() = default;
  ~Graph();  // closes
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Filter& add(Filter filter);
  // A pin that the client itself reads or writes.
  Pin& add(Filter& filter, std::uint32_t pin_type, const Format& format);
  // A connection in the kernel; returns the source pin, and in `to` the other.
  Pin& join(Filter& source, std::uint32_t source_type, Filter& sink, std::uint32_t sink_type,
            const Format& format, AllocatorChoice choice = AllocatorChoice::kAgreed,
            Pin** to = nullptr);

  // Every pin: up with the sinks first, down with the sources first. The first error ends the way
  // up; the way down goes to its end.
  Status try_set_state(State state);
  void set_state(State state);

  // The system goes to sleep, and wakes: a graph that runs is paused meanwhile.
  Status suspend();
  Status resume();

  void close();
  // Closes every handle, in an order that `seed` decides. Requests may be on their way.
  void vanish(std::uint64_t seed);
  // Closes the handles alone: another thread may still use the objects.
  void close_handles(std::uint64_t seed);

 private:
  std::list<Filter> filters_;
  std::list<Pin> sinks_;    // of connections in the kernel
  std::list<Pin> sources_;  // and pins that the client itself reads or writes
  State state_ = State::kStop;
  bool sleeps_ = false;  // suspended while it ran
};

// While one lives, a pin that is opened raises S-138 when its minidriver reads KSPIN.DeviceState
// where the state may be changing. Each access to a KSPIN costs two signals.
class PinSpy {
 public:
  PinSpy();
  ~PinSpy();
  PinSpy(const PinSpy&) = delete;
  PinSpy& operator=(const PinSpy&) = delete;
};

// A loaded minidriver with one device.
class Device {
 public:
  explicit Device(const std::filesystem::path& driver, bool start = true);
  ~Device();  // removes the device and unloads the driver; destroy its clients' objects first
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  Status start();
  Status stop();
  Status surprise_remove();
  Status remove();
  Status set_power(bool on);
  // The power of the whole system. The caller suspends graphs that run before sleep and resumes
  // them after it.
  Status set_system_power(bool awake);
  // Removes the device and unloads the driver; its leaks are found by then.
  void finish();

  // Reference strings of the filters that can be opened.
  std::vector<std::string> filters() const;
  Filter open(std::size_t filter, Mode mode = Mode::kUser);
  Status try_open(std::size_t filter, Mode mode, std::optional<Filter>& out);

  bool alive() const;  // the driver has not died

  // A further device of the same driver, which is unloaded when the last of its devices has
  // finished.
  std::unique_ptr<Device> another(bool start = true) const;

 private:
  struct Impl;
  explicit Device(std::unique_ptr<Impl> impl, bool start);
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock::avstream
