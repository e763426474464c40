// The Direct3D runtime for tests of a user-mode display driver.
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
//   device.lock(texture, 0).data;  // what the driver and its GPU made of it
//   device.unlock(texture, 0);
//   device.destroy(texture);
//   device.destroy();
//   direct3d.close();
//   direct3d.findings();  // the rules that the driver broke, with its stacks; empty when none
//
// The driver is the one that `drydock cc --kind umd` makes. One that has OpenAdapter is driven as
// Direct3D 9 drives it, one that has OpenAdapter10_2 or OpenAdapter10 as Direct3D 10 and 11 do; of
// one that has both a test says which. The test is the same: what Direct3D 10 cannot do by itself
// (lock what the GPU draws into, fill a surface) is done as its applications do it. A driver may
// crash: then it ends, results are kDeviceRemoved from there on, and a finding says why.
//
// One that has OpenAdapter12 has heaps, and resources in them:
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
//   device.destroy();        // and what is left
//
// What makes something throws when it fails; the rest returns the driver's result, an HRESULT.
// A device is used by one thread at a time, as a runtime does, and no function is called while the
// thread is inside a driver.
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

  // What was to be made was refused: by the driver, by the kernel, or by the runtime because no
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
  // Formats of pixels, by the numbers of D3DDDIFORMAT. A number that is not named here may be cast.
  enum class Format : std::uint32_t {
    kA8R8G8B8 = 21,
    kX8R8G8B8 = 22,
    kR5G6B5 = 23,
    kA8 = 28,
    kD24S8 = 75,
    kVertexData = 100,
    kA16B16G16R16F = 113,
  };
  // What a resource is for, by the bits of D3DDDI_RESOURCEFLAGS. Others may be given as well.
  static constexpr std::uint32_t kShared = 0x800;
  static constexpr std::uint32_t kTexture = 0x10000;

  // One resource of one or several surfaces, which live and die together.
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

  // Names a resource of a device. A name that is used after destroy() is refused.
  class Resource {
   public:
    // By which other devices open it; 0 when it is not shared.
    std::uint32_t shared_handle() const;
    std::size_t surfaces() const;

   private:
    friend class Direct3D;
    void* inner_ = nullptr;  // the runtime's; it stays until the device is freed
  };

  class Device;

  // Commands for later, by a driver of Direct3D 11 that has command lists. A resource that they use
  // may be destroyed meanwhile: the driver destroys it when the recording is destroyed, at the
  // latest with its device.
  class Recording {
   public:
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) = delete;
    ~Recording();

    Result fill(const Resource& resource, std::uint32_t surface, std::uint32_t color);
    Result copy(const Resource& to, const Resource& from);
    // Ends the recording. Returns the first failure of what was recorded, if there was one.
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
    unsigned presents() const;  // that came back to the runtime

    // Throws when the driver has no command lists. What is finished is executed as often as one
    // likes; recordings may be made by several threads, each its own.
    Recording record();
    Result execute(const Recording& recording);

    // Its resources first.
    Result destroy();

   private:
    friend class Direct3D;
    struct Impl;
    explicit Device(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  // A device of Direct3D 12. A heap is named like a resource; a buffer that came with its heap has
  // one name with it, and one that was placed in a heap a name of its own. What has to be a heap
  // may be such a buffer.
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
    // A heap in which something lies is refused.
    Result destroy(const Resource& resource);

    void* map(const Resource& heap);
    Result unmap(const Resource& heap);
    // Nothing is resident by itself. Returns when the heap is resident.
    Result make_resident(const Resource& heap);
    Result evict(const Resource& heap);

    // Its resources first, then its heaps.
    Result destroy();

   private:
    friend class Direct3D;
    struct Impl;
    explicit Device12(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  // The family of interfaces by which the driver is opened. kAsExported: the first that it exports.
  enum class Style { kAsExported, kDirect3D9, kDirect3D10, kDirect3D12 };
  // Loads the driver and opens the adapter, for the process that the calling thread is in. Throws
  // Error. Findings are recorded from here on.
  Direct3D(const std::filesystem::path& driver, AdapterId adapter,
           Style style = Style::kAsExported);
  ~Direct3D();  // closes it
  Direct3D(const Direct3D&) = delete;
  Direct3D& operator=(const Direct3D&) = delete;

  Device create_device();
  // Of a driver of Direct3D 12, which has no other.
  Device12 create_device12();

  // Closes the adapter; every device is destroyed before. Later calls do nothing.
  Result close();

  // The rules that were broken since it was made, in order.
  std::vector<Finding> findings() const;

 private:
  static Resource name(void* inner);
  static void* inner_of(const Resource& resource) { return resource.inner_; }

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock
