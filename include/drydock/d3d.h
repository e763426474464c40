// The Direct3D runtime, for tests of a user-mode display driver.
//
//   drydock::Dock dock;
//   const drydock::AdapterId gpu = dock.plug(drydock::Dock::software_gpu());
//   drydock::Process client = dock.process();
//   const drydock::Process::Scope inside = client.enter();
//
//   drydock::Direct3D direct3d("gpuumd.so", gpu);
//   drydock::Direct3D::Device device = direct3d.create_device();
//   drydock::Direct3D::Resource texture = device.create({.surfaces = {{64, 64}, {32, 32}}});
//   device.fill(texture, 0, 0xff00ff00);
//   device.lock(texture, 0).data;  // the contents after the driver's work
//   device.unlock(texture, 0);
//   device.destroy(texture);
//   device.destroy();
//   direct3d.close();
//   direct3d.findings();  // the rules that the driver broke, with its stacks; empty when none
//
// `drydock cc --kind umd` makes the driver. A driver that exports OpenAdapter is driven as Direct3D
// 9 drives it; one that exports OpenAdapter10_2 or OpenAdapter10, as Direct3D 10 and 11 do. If it
// exports both, the test names one by Style. The test is the same for both: what Direct3D 10 cannot
// do in one call (lock a surface that the GPU draws into, fill a surface) is done in the steps that
// its applications use. When a driver crashes, no later call reaches it: results are kDeviceRemoved
// from then on, and a finding says why.
//
// A driver that exports OpenAdapter12 has heaps, and resources in them:
//
//   drydock::Direct3D direct3d("gpuumd12.so", gpu, drydock::Direct3D::Style::kDirect3D12);
//   drydock::Direct3D::Device12 device = direct3d.create_device12();
//   const auto heap = device.create_heap({.bytes = 65536});
//   const auto placed = device.place_buffer(heap, 0, 4096);
//   const auto committed = device.create_buffer({.bytes = 65536}, 65536);
//   device.make_resident(heap);
//   device.map(heap);
//   device.unmap(heap);
//   device.evict(heap);
//   device.destroy(placed);  // before its heap
//   device.destroy(heap);
//   device.destroy();        // also destroys `committed`
//
// Contract: a function that creates something throws Error when it fails; the others return the
// driver's result, an HRESULT. Owner: a Direct3D owns the loaded driver; a Device owns its
// resources, and a Resource only names one. Threads: one thread at a time uses a device, and no
// function may be called while the thread is inside a driver. Cost: each call checks the rules that
// concern it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "drydock/dock.h"
#include "drydock/findings.h"

namespace drydock {

class Direct3D {
 public:
  using Result = std::int32_t;
  static constexpr Result kOk = 0;
  static constexpr Result kDeviceRemoved = static_cast<Result>(0x88760870);

  // The creation was refused: by the driver, by the kernel, or by the runtime because no
  // application could ask for it.
  class Error : public std::runtime_error {
   public:
    Error(const std::string& what, Result result) : std::runtime_error(what), result_(result) {}
    Result result() const { return result_; }

   private:
    Result result_;
  };

  struct Surface {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    std::uint32_t depth = 1;
  };
  // Pixel formats, with the numbers of D3DDDIFORMAT. A number that has no name here may be cast.
  enum class Format : std::uint32_t {
    kA8R8G8B8 = 21,
    kX8R8G8B8 = 22,
    kR5G6B5 = 23,
    kA8 = 28,
    kD24S8 = 75,
    kVertexData = 100,
    kA16B16G16R16F = 113,
  };
  // The purpose of a resource, as bits of D3DDDI_RESOURCEFLAGS. Other bits of it may be used as
  // well.
  static constexpr std::uint32_t kShared = 0x800;
  static constexpr std::uint32_t kTexture = 0x10000;

  // One resource of one or several surfaces, which are created and destroyed together.
  struct Description {
    std::vector<Surface> surfaces = {};
    Format format = Format::kA8R8G8B8;
    std::uint32_t flags = kTexture;
    std::uint32_t mip_levels = 0;
  };

  struct Locked {
    void* data = nullptr;
    std::uint32_t pitch = 0;
  };

  // Names a resource of a device. The device refuses a name after destroy().
  class Resource {
   public:
    // The handle by which other devices open the resource; 0 when it is not shared.
    std::uint32_t shared_handle() const;
    std::size_t surfaces() const;

   private:
    friend class Direct3D;
    void* inner_ = nullptr;  // the runtime's object; it is freed with the device
  };

  class Device;

  // Commands that are executed later, by a driver of Direct3D 11 that has command lists. A resource
  // that they use may be destroyed meanwhile: then the driver destroys it when the recording is
  // destroyed, at the latest with its device.
  class Recording {
   public:
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) = delete;
    ~Recording();

    Result fill(const Resource& resource, std::uint32_t surface, std::uint32_t color);
    Result copy(const Resource& to, const Resource& from);
    // Ends the recording. Returns the first failure of the recorded commands, if there was one.
    Result finish();

   private:
    friend class Device;
    struct Impl;
    explicit Recording(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  class Device {
   public:
    Device(Device&&) noexcept;
    Device& operator=(Device&&) = delete;
    ~Device();  // destroys it

    Resource create(const Description& description);
    Resource open(std::uint32_t shared_handle);
    Result destroy(const Resource& resource);

    // `flags` is the Value of D3DDDI_LOCKFLAGS.
    Locked lock(const Resource& resource, std::uint32_t surface, std::uint32_t flags = 0);
    Result unlock(const Resource& resource, std::uint32_t surface);

    Result fill(const Resource& resource, std::uint32_t surface, std::uint32_t color);
    Result flush();
    Result present(const Resource& resource);
    unsigned presents() const;  // presents that the driver passed on to the runtime

    // Throws when the driver has no command lists. A finished recording can be executed any number
    // of times. Several threads may record at a time, each its own recording.
    Recording record();
    Result execute(const Recording& recording);

    // Destroys the device's resources, then the device.
    Result destroy();

   private:
    friend class Direct3D;
    struct Impl;
    explicit Device(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  // A device of Direct3D 12. A Resource names a heap too. A buffer that was created with its heap
  // shares one name with it; a buffer that was placed in a heap has a name of its own. Where a
  // function takes a heap, it also takes a buffer that was created with its heap.
  class Device12 {
   public:
    Device12(Device12&&) noexcept;
    Device12& operator=(Device12&&) = delete;
    ~Device12();  // destroys it

    struct Heap {
      std::uint64_t bytes = 65536;
      bool is_mappable = true;
      bool is_shared = false;
    };
    Resource create_heap(const Heap& heap);
    Resource create_buffer(const Heap& heap, std::uint64_t bytes);
    Resource place_buffer(const Resource& heap, std::uint64_t offset, std::uint64_t bytes);
    Resource open(std::uint32_t shared_handle);
    // Refuses a heap in which a buffer is still placed.
    Result destroy(const Resource& resource);

    void* map(const Resource& heap);
    Result unmap(const Resource& heap);
    // No heap is resident before this call. Returns when the heap is resident.
    Result make_resident(const Resource& heap);
    Result evict(const Resource& heap);

    // Destroys the device's resources, then its heaps, then the device.
    Result destroy();

   private:
    friend class Direct3D;
    struct Impl;
    explicit Device12(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  // The family of interfaces by which the driver is opened. kAsExported takes the first that the
  // driver exports.
  enum class Style { kAsExported, kDirect3D9, kDirect3D10, kDirect3D12 };
  // Loads the driver and opens the adapter, for the process that the calling thread is in. Throws
  // Error. Findings are collected from here on.
  Direct3D(const std::filesystem::path& driver, AdapterId adapter,
           Style style = Style::kAsExported);
  ~Direct3D();  // closes it
  Direct3D(const Direct3D&) = delete;
  Direct3D& operator=(const Direct3D&) = delete;

  Device create_device();
  // For a driver of Direct3D 12, which has no other kind of device.
  Device12 create_device12();

  // Closes the adapter. Fails while a device exists. Calls after the first success do nothing.
  Result close();

  // The findings since this object was made, in the order in which they were raised.
  std::vector<Finding> findings() const;

 private:
  static Resource name(void* inner);
  static void* inner_of(const Resource& resource) { return resource.inner_; }

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock
