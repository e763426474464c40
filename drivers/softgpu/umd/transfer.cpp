// Fills and copies. The engines work on rows of bytes, fills on whole words; what lies in the
// runtime's memory, and odd fills, is the processor's, on surfaces that are locked for it.
#include <algorithm>

#include "device.h"

class Device::Mapping {
 public:
  Mapping(Device& device, Surface& surface) : device_(device), surface_(surface) {}
  ~Mapping() {
    if (is_ours_) device_.kernel_.unlock(surface_.allocation);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // Waits for the engines.
  HRESULT open() {
    data_ = surface_.allocation == 0
                ? surface_.system_memory
                : static_cast<UCHAR*>(surface_.locks != 0 ? surface_.data : NULL);
    if (data_ != NULL) return S_OK;
    const HRESULT result = device_.submit_uses_of(surface_);
    if (FAILED(result)) return result;
    D3DDDICB_LOCKFLAGS flags = {};
    flags.LockEntire = 1;
    VOID* data = NULL;
    const HRESULT locked = device_.kernel_.lock(surface_.allocation, flags, data);
    is_ours_ = SUCCEEDED(locked);
    data_ = static_cast<UCHAR*>(data);
    return locked;
  }

  HRESULT close() {
    if (!is_ours_) return S_OK;
    is_ours_ = false;
    return device_.kernel_.unlock(surface_.allocation);
  }

  UCHAR* row(UINT x, UINT y, UINT z) const { return data_ + surface_.offset_of(x, y, z); }

 private:
  Device& device_;
  Surface& surface_;
  UCHAR* data_ = NULL;
  bool is_ours_ = false;
};

namespace {

// False for what reaches out of the surface.
bool holds(const Surface& surface, const Area& area) {
  return area.width <= surface.width && area.x <= surface.width - area.width &&
         area.height <= surface.height && area.y <= surface.height - area.height &&
         area.depth <= surface.depth && area.z <= surface.depth - area.depth;
}

bool is_empty(const Area& area) { return area.width == 0 || area.height == 0 || area.depth == 0; }

// Calls with each row of an area, until one fails.
template <typename Visit>
HRESULT for_each_row(const Area& area, Visit visit) {
  for (UINT z = 0; z < area.depth; ++z) {
    for (UINT y = 0; y < area.height; ++y) {
      const HRESULT result = visit(y, z);
      if (FAILED(result)) return result;
    }
  }
  return S_OK;
}

bool engines_can_fill(const Surface& surface, const Area& area) {
  return surface.allocation != 0 && surface.locks == 0 &&
         surface.offset_of(area.x, area.y, area.z) % 4 == 0 && surface.pitch % 4 == 0 &&
         area.width * surface.pixel_bytes % 4 == 0;
}

void fill_bytes(UCHAR* to, UINT bytes, UINT pattern) {
  for (UINT i = 0; i < bytes; ++i) to[i] = static_cast<UCHAR>(pattern >> (8 * (i % 4)));
}

}  // namespace

HRESULT Device::fill(Surface& destination, const Area& area, UINT pattern) {
  if (!holds(destination, area)) return E_FAIL;
  if (is_empty(area)) return S_OK;
  const UINT bytes = area.width * destination.pixel_bytes;
  if (engines_can_fill(destination, area)) {
    return for_each_row(area, [&](UINT y, UINT z) {
      return batch_.fill(
          {destination.allocation, destination.offset_of(area.x, area.y + y, area.z + z)}, bytes,
          pattern);
    });
  }
  Mapping to(*this, destination);
  HRESULT result = to.open();
  if (FAILED(result)) return result;
  result = for_each_row(area, [&](UINT y, UINT z) {
    fill_bytes(to.row(area.x, area.y + y, area.z + z), bytes, pattern);
    return S_OK;
  });
  keep_first(result, to.close());
  return result;
}

HRESULT Device::copy(Surface& destination, UINT x, UINT y, UINT z, Surface& source,
                     const Area& area) {
  const Area onto = {x, y, z, area.width, area.height, area.depth};
  if (!holds(source, area) || !holds(destination, onto) ||
      source.pixel_bytes != destination.pixel_bytes)
    return E_FAIL;
  if (is_empty(area)) return S_OK;
  const UINT bytes = area.width * source.pixel_bytes;
  if (source.allocation != 0 && destination.allocation != 0 && source.locks == 0 &&
      destination.locks == 0) {
    return for_each_row(area, [&](UINT row, UINT slice) {
      return batch_.copy(
          {destination.allocation, destination.offset_of(x, y + row, z + slice)},
          {source.allocation, source.offset_of(area.x, area.y + row, area.z + slice)}, bytes);
    });
  }
  Mapping from(*this, source), to(*this, destination);
  HRESULT result = from.open();
  if (SUCCEEDED(result)) result = to.open();
  if (FAILED(result)) return result;
  result = for_each_row(area, [&](UINT row, UINT slice) {
    memmove(to.row(x, y + row, z + slice), from.row(area.x, area.y + row, area.z + slice), bytes);
    return S_OK;
  });
  keep_first(result, to.close());
  keep_first(result, from.close());
  return result;
}

HRESULT Device::update(Surface& destination, const Area& area, const VOID* from, UINT row_pitch,
                       UINT depth_pitch) {
  if (!holds(destination, area)) return E_FAIL;
  Mapping to(*this, destination);
  HRESULT result = to.open();
  if (FAILED(result)) return result;
  const auto* const bytes = static_cast<const UCHAR*>(from);
  result = for_each_row(area, [&](UINT y, UINT z) {
    memcpy(to.row(area.x, area.y + y, area.z + z),
           bytes + static_cast<UINT64>(z) * depth_pitch + static_cast<UINT64>(y) * row_pitch,
           area.width * destination.pixel_bytes);
    return S_OK;
  });
  keep_first(result, to.close());
  return result;
}
