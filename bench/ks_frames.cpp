// A frame from a minidriver's allocator and back, through the allocator's function table, with all
// rules on, against GStreamer's pool of buffers: as many frames of the same size, on one thread and
// on two that share the pool.
#include <gst/gst.h>

#include <array>
#include <stdexcept>

#include "bench/paired.h"
#include "src/ks/client/client_file.h"
#include "src/ks/object/header.h"
#include "src/nt/driver/loader.h"
#include "src/nt/io/plug_and_play.h"
#include "src/sim/schedule.h"
#include "tests/ks/camera_requests.h"

namespace drydock::bench {
namespace {

using avstream::Bytes;
using avstream::ClientFile;

constexpr std::size_t kPairs = 100'000;  // a thread
constexpr ULONG kFrames = 4;
constexpr ULONG kFrameSize = 320 * 240 * 2;

void check(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

// The reference camera with an allocator of its pin, and the allocator's function table.
class FrameTable {
 public:
  FrameTable() : driver_(nt::LoadedDriver::load(DRYDOCK_VCAM)) {
    check(NT_SUCCESS(driver_->start()) && NT_SUCCESS(device_.add(driver_->driver())) &&
              NT_SUCCESS(device_.start()),
          "the camera does not start");
    KSALLOCATOR_FRAMING framing{};
    framing.PoolType = NonPagedPoolNx;
    framing.Frames = kFrames;
    framing.FrameSize = kFrameSize;
    constexpr auto kMode = avstream::Mode::kKernel;
    const std::u16string name = u"\\" + std::u16string(testing::kCameraFilter);
    const Bytes pin = avstream::connect_parameters(0, nullptr, testing::camera_format(320, 240));
    check(NT_SUCCESS(ClientFile::open(device_.physical(), name, kMode, filter_)) &&
              NT_SUCCESS(ClientFile::open_below(filter_, ks::kPinClass, pin, pin_)) &&
              NT_SUCCESS(ClientFile::open_below(pin_, ks::kAllocatorClass,
                                                avstream::to_bytes(framing), allocator_)),
          "the camera's allocator cannot be made");
    Bytes out(sizeof table_);
    std::size_t returned = 0;
    check(
        NT_SUCCESS(allocator_.request(
            IOCTL_KS_PROPERTY,
            avstream::property_bytes(KSPROPSETID_StreamAllocator,
                                     KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, KSPROPERTY_TYPE_GET),
            out, returned)),
        "the allocator has no function table");
    std::memcpy(&table_, out.data(), sizeof table_);
  }

  static FrameTable& instance() {
    static FrameTable& table = *new FrameTable;
    return table;
  }

  std::size_t churn() const {
    std::size_t done = 0;
    for (std::size_t i = 0; i < scaled(kPairs); ++i) {
      void* frame = nullptr;
      if (!NT_SUCCESS(table_.AllocateFrame(allocator_.object(), &frame))) continue;
      *static_cast<volatile char*>(frame) = 1;
      table_.FreeFrame(allocator_.object(), frame);
      ++done;
    }
    return done;
  }

 private:
  std::unique_ptr<nt::LoadedDriver> driver_;
  nt::PnpDevice device_{nt::DeviceIdentity{}};
  ClientFile filter_;
  ClientFile pin_;
  ClientFile allocator_;
  KSSTREAMALLOCATOR_FUNCTIONTABLE table_{};
};

class GstPool {
 public:
  GstPool() {
    gst_init(nullptr, nullptr);
    pool_ = gst_buffer_pool_new();
    GstStructure* config = gst_buffer_pool_get_config(pool_);
    gst_buffer_pool_config_set_params(config, nullptr, kFrameSize, kFrames, kFrames);
    check(gst_buffer_pool_set_config(pool_, config) && gst_buffer_pool_set_active(pool_, TRUE),
          "GStreamer's pool does not start");
  }

  static GstPool& instance() {
    static GstPool& pool = *new GstPool;
    return pool;
  }

  std::size_t churn() const {
    std::size_t done = 0;
    for (std::size_t i = 0; i < scaled(kPairs); ++i) {
      GstBuffer* buffer = nullptr;
      if (gst_buffer_pool_acquire_buffer(pool_, &buffer, nullptr) != GST_FLOW_OK) continue;
      gst_buffer_unref(buffer);
      ++done;
    }
    return done;
  }

 private:
  GstBufferPool* pool_ = nullptr;
};

template <class Pool>
std::size_t churn_on(std::size_t threads) {
  Pool& pool = Pool::instance();
  std::array<std::size_t, 2> done{};
  std::vector<sim::Thread> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.push_back(sim::spawn("frames", [&pool, &done, i] { done[i] = pool.churn(); }));
  }
  done[0] = pool.churn();
  for (sim::Thread& other : others) other.join();
  return done[0] + done[1];
}

Workload workload(const char* name, std::size_t threads) {
  // Made before anything is measured.
  FrameTable::instance();
  GstPool::instance();
  return {name, "GstBufferPool", 0.25, [threads] { return churn_on<FrameTable>(threads); },
          [threads] { return churn_on<GstPool>(threads); }};
}

const Registration kFramesOfOne([] { return workload("ks_frames", 1); });
const Registration kFramesOfTwo([] { return workload("ks_frames_2", 2); });

}  // namespace
}  // namespace drydock::bench
