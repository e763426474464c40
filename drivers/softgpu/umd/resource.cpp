#include "resource.h"

namespace {

// Works in 64 bits and refuses what does not fit into 32.
bool lay_out(const SurfaceWish& wish, Surface& out) {
  const UINT depth = wish.depth == 0 ? 1 : wish.depth;
  const PixelFormat pixel = wish.is_buffer ? PixelFormat{1, 0} : pixel_format_of(wish.format);
  if (pixel.bytes == 0 || wish.width == 0) return false;
  out.width = wish.width;
  out.height = wish.is_buffer || wish.height == 0 ? 1 : wish.height;
  out.depth = depth;
  out.format = wish.format;
  out.pixel_bytes = pixel.bytes;
  if (wish.system_memory != NULL) {
    out.system_memory = static_cast<UCHAR*>(wish.system_memory);
    out.pitch = wish.system_pitch != 0 ? wish.system_pitch : wish.width * pixel.bytes;
    out.slice_pitch =
        wish.system_slice_pitch != 0 ? wish.system_slice_pitch : out.pitch * out.height;
    return true;
  }
  const UINT64 row = static_cast<UINT64>(wish.width) * pixel.bytes;
  const UINT64 pitch = wish.is_buffer ? row : (row + 63) & ~UINT64{63};
  const UINT64 slice = pitch * out.height;
  if (slice > 0xffffffff) return false;
  out.pitch = static_cast<UINT>(pitch);
  out.slice_pitch = static_cast<UINT>(slice);
  return true;
}

// Every surface can be locked: the flag that promises otherwise is a hint.
SOFTGPU_ALLOCATION_DATA describe(const Surface& surface) {
  SOFTGPU_ALLOCATION_DATA data = {};
  data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data};
  data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  const UINT kernel_format = pixel_format_of(surface.format).kernel_format;
  if (kernel_format == 0 || surface.depth != 1) {
    data.Bytes = surface.bytes();
    return data;
  }
  data.Width = surface.width;
  data.Height = surface.height;
  data.Format = kernel_format;
  return data;
}

bool is_ours(const D3DDDI_OPENALLOCATIONINFO& info, SOFTGPU_ALLOCATION_DATA& out) {
  if (info.pPrivateDriverData == NULL || info.PrivateDriverDataSize != sizeof out) return false;
  memcpy(&out, info.pPrivateDriverData, sizeof out);
  return out.Header.Magic == SOFTGPU_ALLOCATION_MAGIC && out.Header.Version == SOFTGPU_VERSION;
}

Surface opened(const SOFTGPU_ALLOCATION_DATA& data, D3DKMT_HANDLE allocation) {
  const auto format = static_cast<D3DDDIFORMAT>(data.Format);
  const bool is_image = data.Width != 0;
  Surface out;
  out.allocation = allocation;
  out.width = is_image ? data.Width : static_cast<UINT>(data.Bytes);
  out.height = is_image ? data.Height : 1;
  out.depth = 1;
  out.format = format;
  out.pixel_bytes = is_image ? pixel_format_of(format).bytes : 1;
  const UINT row = is_image ? pitch_of(data.Width, out.pixel_bytes) : out.width;
  out.pitch = is_image && data.Pitch != 0 ? data.Pitch : row;
  out.slice_pitch = out.pitch * out.height;
  return out;
}

}  // namespace

HRESULT Resource::shape(const ResourceWish& wish) {
  is_shared_ = wish.is_shared;
  is_primary_ = wish.is_primary;
  surfaces_.resize(wish.surfaces.size());
  for (size_t i = 0; i < surfaces_.size(); ++i) {
    if (!lay_out(wish.surfaces[i], surfaces_[i]))
      return wish.surfaces[i].is_buffer ? D3DDDIERR_NOTAVAILABLE : E_FAIL;
  }
  return S_OK;
}

HRESULT Resource::create(const KernelDevice& kernel, const ResourceWish& wish) {
  HRESULT result = shape(wish);
  if (FAILED(result)) return result;

  std::vector<SOFTGPU_ALLOCATION_DATA> data;
  std::vector<Surface*> owners;
  data.reserve(surfaces_.size());
  owners.reserve(surfaces_.size());
  for (Surface& surface : surfaces_) {
    if (surface.system_memory != NULL) continue;
    data.push_back(describe(surface));
    owners.push_back(&surface);
  }
  if (data.empty()) return S_OK;

  std::vector<D3DDDI_ALLOCATIONINFO> infos(data.size());
  for (size_t i = 0; i < infos.size(); ++i) {
    infos[i].pPrivateDriverData = &data[i];
    infos[i].PrivateDriverDataSize = sizeof data[i];
    if (!wish.is_primary) continue;
    infos[i].Flags.Primary = 1;
    infos[i].VidPnSourceId = wish.source;
  }
  SOFTGPU_RESOURCE_DATA about = {};
  about.Header = {SOFTGPU_RESOURCE_MAGIC, SOFTGPU_VERSION, sizeof about};
  about.Usage = wish.usage;
  D3DDDICB_ALLOCATE wanted = {};
  wanted.pPrivateDriverData = &about;
  wanted.PrivateDriverDataSize = sizeof about;
  wanted.hResource = runtime_;
  wanted.NumAllocations = static_cast<UINT>(infos.size());
  wanted.pAllocationInfo = infos.data();
  result = kernel.allocate(wanted);
  if (FAILED(result)) return result;

  has_allocations_ = true;
  for (size_t i = 0; i < infos.size(); ++i) {
    owners[i]->allocation = infos[i].hAllocation;
    // The kernel-mode half decides the layout of images.
    if (data[i].Width == 0 || data[i].Pitch == 0) continue;
    owners[i]->pitch = data[i].Pitch;
    owners[i]->slice_pitch = data[i].Pitch * owners[i]->height;
  }
  return S_OK;
}

HRESULT Resource::open(const D3DDDI_OPENALLOCATIONINFO* allocations, UINT count) {
  surfaces_.reserve(count);
  for (UINT i = 0; i < count; ++i) {
    SOFTGPU_ALLOCATION_DATA data;
    if (!is_ours(allocations[i], data)) return E_FAIL;
    surfaces_.push_back(opened(data, allocations[i].hAllocation));
  }
  is_shared_ = true;
  has_allocations_ = true;
  return S_OK;
}
