#include "surface.h"

namespace {

constexpr UINT64 kMostBytes = 128 * 1024 * 1024;
constexpr UINT kMostPixels = 16384;  // in a row or a column
constexpr UINT kPitchAlignment = 64;

// Bytes of a pixel; 0 for formats that the device does not know.
UINT bytes_of(UINT format) {
  switch (format) {
    case D3DDDIFMT_A8R8G8B8:
    case D3DDDIFMT_X8R8G8B8:
    case D3DDDIFMT_A8B8G8R8:
      return 4;
    case D3DDDIFMT_R5G6B5:
      return 2;
    case D3DDDIFMT_A8:
      return 1;
    default:
      return 0;
  }
}

UINT pitch_of(UINT width, UINT pixel) {
  return (width * pixel + kPitchAlignment - 1) & ~(kPitchAlignment - 1);
}

bool is_good(const SOFTGPU_HEADER& header, UINT magic, UINT size) {
  return header.Magic == magic && header.Version == SOFTGPU_VERSION && header.Size == size;
}

bool read_buffer(const SOFTGPU_ALLOCATION_DATA& data, Surface& out) {
  if (data.Height != 0 || data.Format != 0 || data.Bytes == 0 || data.Bytes > kMostBytes)
    return false;
  out.bytes = static_cast<SIZE_T>(data.Bytes);
  return true;
}

bool read_image(const SOFTGPU_ALLOCATION_DATA& data, Surface& out) {
  const UINT pixel = bytes_of(data.Format);
  if (pixel == 0 || data.Width > kMostPixels || data.Height == 0 || data.Height > kMostPixels)
    return false;
  out.width = data.Width;
  out.height = data.Height;
  out.format = static_cast<D3DDDIFORMAT>(data.Format);
  out.pixel = pixel;
  out.pitch = pitch_of(data.Width, pixel);
  const UINT64 bytes = static_cast<UINT64>(out.pitch) * data.Height;
  out.bytes = static_cast<SIZE_T>(bytes);
  return bytes <= kMostBytes;
}

}  // namespace

bool read_surface(const VOID* data, UINT size, Surface& out) {
  SOFTGPU_ALLOCATION_DATA copy;
  if (data == nullptr || size != sizeof copy) return false;
  RtlCopyMemory(&copy, data, sizeof copy);
  if (!is_good(copy.Header, SOFTGPU_ALLOCATION_MAGIC, sizeof copy)) return false;
  if ((copy.Flags & ~static_cast<UINT>(SOFTGPU_ALLOCATION_KNOWN_FLAGS)) != 0) return false;
  RtlZeroMemory(&out, sizeof out);
  out.existing_memory = (copy.Flags & SOFTGPU_ALLOCATION_EXISTING_MEMORY) != 0;
  out.cpu_visible = out.existing_memory || (copy.Flags & SOFTGPU_ALLOCATION_CPU_VISIBLE) != 0;
  return copy.Width == 0 ? read_buffer(copy, out) : read_image(copy, out);
}

bool is_good_resource(const VOID* data, UINT size) {
  if (size == 0) return true;
  SOFTGPU_RESOURCE_DATA copy;
  if (data == nullptr || size != sizeof copy) return false;
  RtlCopyMemory(&copy, data, sizeof copy);
  return is_good(copy.Header, SOFTGPU_RESOURCE_MAGIC, sizeof copy);
}

namespace {

// A surface that the graphics kernel creates, and the place for its pitch.
struct Standard {
  UINT width;
  UINT height;
  UINT format;
  UINT flags;
  UINT* pitch;  // null: the caller does not need it
};

Standard gdi_surface(D3DKMDT_GDISURFACEDATA& data) {
  // A surface without a format consists of bytes.
  const UINT format = data.Format == D3DDDIFMT_UNKNOWN ? D3DDDIFMT_A8 : data.Format;
  switch (data.Type) {
    case D3DKMDT_GDISURFACE_TEXTURE:
    case D3DKMDT_GDISURFACE_STAGING:
    case D3DKMDT_GDISURFACE_LOOKUPTABLE:
      return {data.Width, data.Height, format, 0, &data.Pitch};
    case D3DKMDT_GDISURFACE_EXISTINGSYSMEM:
      return {data.Width, data.Height, format, SOFTGPU_ALLOCATION_EXISTING_MEMORY, &data.Pitch};
    default:
      return {data.Width, data.Height, format, SOFTGPU_ALLOCATION_CPU_VISIBLE, &data.Pitch};
  }
}

bool read_standard(DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA& wanted, Standard& out) {
  switch (wanted.StandardAllocationType) {
    case D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE: {
      const auto& data = *wanted.pCreateSharedPrimarySurfaceData;
      out = {data.Width, data.Height, static_cast<UINT>(data.Format), 0, nullptr};
      return true;
    }
    case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE: {
      auto& data = *wanted.pCreateShadowSurfaceData;
      out = {data.Width, data.Height, static_cast<UINT>(data.Format),
             SOFTGPU_ALLOCATION_CPU_VISIBLE, &data.Pitch};
      return true;
    }
    case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE: {
      auto& data = *wanted.pCreateStagingSurfaceData;
      out = {data.Width, data.Height, D3DDDIFMT_A8R8G8B8, SOFTGPU_ALLOCATION_CPU_VISIBLE,
             &data.Pitch};
      return true;
    }
    case D3DKMDT_STANDARDALLOCATION_GDISURFACE:
      out = gdi_surface(*wanted.pCreateGdiSurfaceData);
      return true;
    default:
      return false;
  }
}

// Memory that a client brings is as long as it says, in a row that no image could have.
void describe(const Standard& surface, SOFTGPU_ALLOCATION_DATA& data) {
  data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data};
  data.Flags = surface.flags;
  const UINT pixel = bytes_of(surface.format);
  if (surface.height == 1 && pixel == 1) {
    data.Bytes = surface.width;
    data.Pitch = surface.width;
    return;
  }
  data.Width = surface.width;
  data.Height = surface.height;
  data.Format = surface.format;
  data.Pitch = pitch_of(surface.width, pixel);
}

}  // namespace

// Asked twice: for the sizes, then for the data. Only a lack of memory may fail it, so what the
// device cannot have is refused when it is created.
NTSTATUS SoftGpuGetStandardAllocationDriverData(CONST HANDLE,
                                                DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA* wanted) {
  PAGED_CODE();
  if (wanted->pAllocationPrivateDriverData == nullptr) {
    wanted->AllocationPrivateDriverDataSize = sizeof(SOFTGPU_ALLOCATION_DATA);
    // Clients that open such a resource expect no data of it.
    wanted->ResourcePrivateDriverDataSize = 0;
    return STATUS_SUCCESS;
  }
  Standard surface = {};
  SOFTGPU_ALLOCATION_DATA data = {};
  if (wanted->AllocationPrivateDriverDataSize < sizeof data) return STATUS_NO_MEMORY;
  if (read_standard(*wanted, surface)) describe(surface, data);
  RtlCopyMemory(wanted->pAllocationPrivateDriverData, &data, sizeof data);
  if (surface.pitch != nullptr) *surface.pitch = data.Pitch;
  return STATUS_SUCCESS;
}
