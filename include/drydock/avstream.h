// Streaming drivers, from the client's side: load one, open its filters, connect pins, run, and
// read.
//
//   avstream::Device camera("vcam.so");                    // loads, adds a device, starts it
//   avstream::Filter filter = camera.open(0);
//   avstream::Pin pin = filter.connect(0, filter.formats(0).front());
//   pin.set_state(avstream::State::kRun);
//   avstream::Picture frame = pin.read();                  // header and bytes
//   pin.set_state(avstream::State::kStop);                 // or let everything go out of scope
//
// A Graph owns the filters and pins of one client and knows their order: sinks start before their
// sources, and sources stop and close before their sinks.
//
//   avstream::Graph graph;
//   avstream::Filter& source = graph.add(camera.open(0));
//   avstream::Filter& sink = graph.add(camera.open(1));
//   graph.join(source, 0, sink, 0, source.formats(0).front());
//   graph.set_state(avstream::State::kRun);
//   graph.vanish(seed);  // all handles close, as at process exit
//
// Contract: a request that fails throws Error with the status; most have a form (try_...) that
// returns the status instead. Owner: the program owns all objects; destroy those of clients before
// their Device. Threads: one thread at a time uses the objects of a client; any thread may use a
// Device. Cost: each request is an IRP that the class driver and the minidriver process.
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

 protected:
  struct Whole {
    std::string text;
  };
  Error(const Whole& sentence, Status status) : runtime_error(sentence.text), status_(status) {}

 private:
  Status status_;
};

// A driver, or its device, does not start. The text says which call of the driver failed, and how:
// "KSDEVICE_DISPATCH.Start returned 0xc0000001 (STATUS_UNSUCCESSFUL)".
class StartError : public Error {
 public:
  StartError(const std::string& call, Status status);
  // "DriverEntry", "AddDevice", "KSDEVICE_DISPATCH.Start" and so on
  const std::string& call() const { return call_; }

 private:
  std::string call_;
};

enum class State : std::uint8_t { kStop, kAcquire, kPause, kRun };
enum class Mode : std::uint8_t { kUser, kKernel };  // the processor mode of requests

// A data format or a data range: the bytes of a KSDATAFORMAT with what follows it.
struct Format {
  Bytes bytes;
};

// The pixels of a format whose specifier is KS_VIDEOINFOHEADER.
struct Video {
  std::uint32_t fourcc = 0;  // 0: RGB
  std::uint32_t width = 0;
  std::int32_t height = 0;  // RGB: the bottom row comes first, unless negative
  std::uint16_t bits = 0;   // bits of a pixel
  std::uint32_t size = 0;   // bytes of a picture
};
std::optional<Video> video_of(const Format& format);

// The size in bytes of a frame of this format; 0 when the format does not say.
std::size_t frame_size(const Format& format);

struct Picture {
  Bytes header;  // the KSSTREAM_HEADER that the driver completed, with what follows it
  Bytes data;    // the bytes that the header says were used
  std::int64_t time = 0;
  bool time_valid = false;
  std::int64_t number = -1;  // PictureNumber of the KS_FRAME_INFO; -1 without one
};

enum class AllocatorChoice : std::uint8_t {
  kAgreed,  // an allocator that suits the framings of both pins
  kPool,    // the default allocator, whatever the pins offer
};

// The allocator that provides the frames of a connection.
enum class AllocatorAt : std::uint8_t { kDefault, kSource, kSink };

struct PinType {
  bool is_output = false;
  bool opens_for_client = false;  // a client reads it or writes it
  bool opens_to_sink = false;     // it can be connected to a pin that is open
  std::uint32_t instances = 0;
  std::uint32_t instances_possible = 0;
  std::vector<Format> ranges;
};

// An object that is opened below a pin: an allocator or a clock.
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

  // Reads one frame, with room for `size` bytes (0: as many as the format says), and waits for it.
  // If reads were sent ahead, returns the answer of the oldest instead.
  Picture read(std::size_t size = 0);
  Status try_read(Picture& picture, std::size_t size = 0);
  void read_ahead(std::uint32_t frames, std::size_t size = 0);
  void write_ahead(std::span<const std::byte> data);
  // Sends reads ahead that bring no memory.
  void read_nothing_ahead(std::uint32_t frames);
  // Sends plain headers from now on, without the extension that the pin asks for.
  void use_plain_headers();
  // Sends frames from now on as surfaces whose rows lie `bytes` apart, as a decoder gets them from
  // a renderer (S-268). Returns STATUS_NOT_SUPPORTED when the headers cannot say so, or when the
  // format has no packed rows that fit.
  Status use_pitch(std::uint32_t bytes);
  // Captures into video memory. A surface is an allocation of the graphics kernel, named by its
  // D3DKMT_HANDLE. The pin maps it and gets a frame that lies there, whose data are a
  // VRAM_SURFACE_INFO.
  Status use_video_memory();
  Status read_surface_ahead(std::uint32_t surface);
  // Waits for the oldest request that was sent ahead and returns its status; STATUS_NO_MORE_ENTRIES
  // when there is none.
  Status answer();
  void cancel_reads();  // cancels all requests that were sent ahead
  void drop_answers();  // cancels these requests and discards their answers
  Status write(std::span<const std::byte> data);
  Status reset(bool begin);

  // Sets the format of the connection. Frames that are sent afterwards have its size.
  Status set_format(const Format& format);
  Status propose_format(const Format& format);

  // Sends a KSPROPERTY request. Returns the status, and in `data` the answer.
  Status property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data);
  // Sends any IOCTL of kernel streaming, with these buffers unchanged.
  Status request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                 std::size_t& returned);

  // Opens an allocator of this pin, as a graph manager does: with nonpaged pool, unless the pin's
  // framing names other memory or `options` says otherwise. open_clock() opens the pin's clock.
  Status open_allocator(std::uint32_t frames, std::uint32_t size, std::optional<Child>& out,
                        std::optional<std::uint32_t> options = {});
  Status open_clock(std::optional<Child>& out);
  // Assign before the pin leaves kStop; nullptr removes the assigned object.
  Status assign_allocator(Child* allocator);
  Status assign_clock(Child* clock);

  // Makes a clock of the host the pin's master clock. Call it before the pin leaves kStop.
  void use_host_clock();
  // Chooses the allocator of the connection from this pin, the source, to `sink`, and assigns it.
  // Call it before the pin leaves kStop. A pin that must allocate comes first, then one that can,
  // the sink before the source. A pin whose allocator refuses is passed over.
  Status choose_allocator(Pin& sink, AllocatorChoice choice = AllocatorChoice::kAgreed);
  AllocatorAt allocator() const;
  // Closes the client's handle. The pin has a reference to the allocator that is assigned to it.
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
  // The formats that the pin type returns for an intersection with each of its own ranges.
  std::vector<Format> formats(std::uint32_t pin_type);
  // The same, for pictures of this size.
  std::vector<Format> formats(std::uint32_t pin_type, std::uint32_t width, std::uint32_t height);

  // Opens a pin that this client reads from or writes to.
  Pin connect(std::uint32_t pin_type, const Format& format);
  // Opens a source pin of this filter that sends to `sink`.
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
  // Connects a pin that the client itself reads or writes.
  Pin& add(Filter& filter, std::uint32_t pin_type, const Format& format);
  // Connects two pins in the kernel. Returns the source pin, and in `to` the sink pin.
  Pin& join(Filter& source, std::uint32_t source_type, Filter& sink, std::uint32_t sink_type,
            const Format& format, AllocatorChoice choice = AllocatorChoice::kAgreed,
            Pin** to = nullptr);

  // Sets the state of every pin. On the way up to kRun sinks come first, on the way down sources.
  // The first error ends the way up; the way down visits every pin.
  Status try_set_state(State state);
  void set_state(State state);

  // The system goes to sleep, and wakes. A graph that runs is paused meanwhile.
  Status suspend();
  Status resume();

  void close();
  // Closes every handle as the end of a process does, in an order that `seed` decides. Requests may
  // be under way.
  void vanish(std::uint64_t seed);
  // Closes the handles but destroys no object, because another thread may still use the objects.
  void close_handles(std::uint64_t seed);

 private:
  std::list<Filter> filters_;
  std::list<Pin> sinks_;    // sink pins of connections in the kernel
  std::list<Pin> sources_;  // source pins, and pins that the client itself reads or writes
  State state_ = State::kStop;
  bool sleeps_ = false;  // it ran when it was suspended
};

// While one lives, each pin that is opened is watched: S-138 is raised when the minidriver reads
// KSPIN.DeviceState where the state may be changing. Each access to a KSPIN costs two signals.
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
  // Asks the driver whether the device may stop, or be removed, and then leaves it as it is: some
  // other driver has refused. Returns the driver's answer.
  Status offer_stop();
  Status offer_removal();
  Status surprise_remove();
  Status remove();
  Status set_power(bool on);
  // Sets the power of the whole system. The caller suspends running graphs before sleep and resumes
  // them after it.
  Status set_system_power(bool awake);
  // Removes the device and unloads the driver. All its leaks have been raised when this returns.
  void finish();

  // Reference strings of the filters that can be opened.
  std::vector<std::string> filters() const;
  Filter open(std::size_t filter, Mode mode = Mode::kUser);
  Status try_open(std::size_t filter, Mode mode, std::optional<Filter>& out);

  bool alive() const;  // no breach has ended the driver

  // Adds a further device of the same driver. The driver is unloaded when the last of its devices
  // has finished.
  std::unique_ptr<Device> another(bool start = true) const;

 private:
  struct Impl;
  explicit Device(std::unique_ptr<Impl> impl, bool start);
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock::avstream
