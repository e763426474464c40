// GDI's commands, which come from the kernel: rectangles that are filled and copied, row by row.
#include "allocation.h"
#include "dma_writer.h"
#include "render.h"

namespace {

constexpr UINT kPixel = sizeof(UINT);  // bytes of a pixel in the formats that GDI draws in

// An image of the allocation list; null when the index names none.
const Surface* image_of(const DXGKARG_RENDER& wanted, UINT index) {
  if (index >= wanted.AllocationListSize) return nullptr;
  const auto* const binding =
      Binding::from(wanted.pAllocationList[index].hDeviceSpecificAllocation);
  if (binding == nullptr) return nullptr;
  const Surface& surface = binding->allocation().surface();
  return surface.pixel == kPixel ? &surface : nullptr;
}

bool is_in(const RECT& rect, const Surface& surface) {
  return rect.left >= 0 && rect.top >= 0 && rect.left < rect.right && rect.top < rect.bottom &&
         static_cast<UINT>(rect.right) <= surface.width &&
         static_cast<UINT>(rect.bottom) <= surface.height;
}

UINT64 offset_of(const Surface& surface, LONG x, LONG y) {
  return static_cast<UINT64>(y) * surface.pitch + static_cast<UINT64>(x) * kPixel;
}

// One rectangle of a command, and what is done to it.
struct Job {
  GpuOperation operation;
  UINT color;
  UINT destination;
  UINT source;  // the surface that a copy reads
  RECT rect;
  LONG source_x;  // the place of the first pixel
  LONG source_y;
};

// Writes one DMA buffer. MultipassOffset counts the rows that are in earlier ones.
class GdiTranslation {
 public:
  explicit GdiTranslation(DXGKARG_RENDER& wanted)
      : wanted_(wanted), writer_(wanted), to_skip_(wanted.MultipassOffset) {}

  NTSTATUS run() {
    const auto* const buffer = static_cast<const UCHAR*>(wanted_.pCommand);
    UINT at = 0;
    while (at < wanted_.CommandLength) {
      DXGK_RENDERKM_COMMAND command = {};
      const UINT left = wanted_.CommandLength - at;
      constexpr UINT kHead = FIELD_OFFSET(DXGK_RENDERKM_COMMAND, Command);
      if (left < kHead) return STATUS_INVALID_USER_BUFFER;
      RtlCopyMemory(&command, buffer + at, kHead);
      if (command.CommandSize < kHead || command.CommandSize > left)
        return STATUS_INVALID_USER_BUFFER;
      RtlCopyMemory(&command, buffer + at,
                    command.CommandSize < sizeof command ? command.CommandSize : sizeof command);
      at += command.CommandSize;
      const NTSTATUS status = translate(command);
      if (status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER && !writer_.is_empty())
        writer_.finish();
      if (!NT_SUCCESS(status)) return status;
    }
    writer_.finish();
    return STATUS_SUCCESS;
  }

 private:
  NTSTATUS translate(const DXGK_RENDERKM_COMMAND& command) {
    if (command.OpCode == DXGK_GDIOP_COLORFILL) {
      const DXGK_GDIARG_COLORFILL& fill = command.Command.ColorFill;
      if (fill.Rop != DXGK_GDIROPCF_PATCOPY) return STATUS_ILLEGAL_INSTRUCTION;
      const Job job = {
          GpuOperation::kFill, fill.Color, fill.DstAllocationIndex, 0, fill.DstRect, 0, 0};
      return draw(job, fill.pSubRects, fill.NumSubRects);
    }
    if (command.OpCode != DXGK_GDIOP_BITBLT) return STATUS_ILLEGAL_INSTRUCTION;
    const DXGK_GDIARG_BITBLT& blit = command.Command.BitBlt;
    if (blit.Rop != DXGK_GDIROP_SRCCOPY) return STATUS_ILLEGAL_INSTRUCTION;
    const Job job = {GpuOperation::kCopy,
                     0,
                     blit.DstAllocationIndex,
                     blit.SrcAllocationIndex,
                     blit.DstRect,
                     blit.SrcRect.left,
                     blit.SrcRect.top};
    return draw(job, blit.pSubRects, blit.NumSubRects);
  }

  // The parts of the rectangle, or the whole rectangle when there are none. They lie in the command
  // buffer.
  NTSTATUS draw(const Job& job, const RECT* parts, UINT count) {
    if (count == 0) return draw_rect(job);
    const auto begin = reinterpret_cast<ULONG_PTR>(wanted_.pCommand);
    const auto first = reinterpret_cast<ULONG_PTR>(parts);
    if (first < begin || first - begin > wanted_.CommandLength ||
        count > (wanted_.CommandLength - (first - begin)) / sizeof *parts)
      return STATUS_INVALID_USER_BUFFER;
    for (UINT i = 0; i < count; ++i) {
      Job part = job;
      part.rect = parts[i];
      part.source_x += parts[i].left - job.rect.left;
      part.source_y += parts[i].top - job.rect.top;
      const NTSTATUS status = draw_rect(part);
      if (!NT_SUCCESS(status)) return status;
    }
    return STATUS_SUCCESS;
  }

  NTSTATUS draw_rect(const Job& job) {
    const Surface* const to = image_of(wanted_, job.destination);
    if (to == nullptr || !is_in(job.rect, *to)) return STATUS_INVALID_PARAMETER;
    const LONG width = job.rect.right - job.rect.left;
    const LONG height = job.rect.bottom - job.rect.top;
    const bool copies = job.operation == GpuOperation::kCopy;
    const Surface* const from = copies ? image_of(wanted_, job.source) : nullptr;
    const RECT there = {job.source_x, job.source_y, job.source_x + width, job.source_y + height};
    if (copies && (from == nullptr || job.source == job.destination || !is_in(there, *from)))
      return STATUS_INVALID_PARAMETER;
    for (LONG row = 0; row < height; ++row) {
      const Reference destination = {job.destination,
                                     offset_of(*to, job.rect.left, job.rect.top + row)};
      const Reference source = {job.source,
                                copies ? offset_of(*from, job.source_x, job.source_y + row) : 0};
      const NTSTATUS status = add_row(job, static_cast<UINT64>(width) * kPixel, destination,
                                      copies ? &source : nullptr);
      if (!NT_SUCCESS(status)) return status;
    }
    return STATUS_SUCCESS;
  }

  NTSTATUS add_row(const Job& job, UINT64 bytes, const Reference& destination,
                   const Reference* source) {
    if (to_skip_ != 0) {
      --to_skip_;
      return STATUS_SUCCESS;
    }
    if (!is_written(wanted_, destination, bytes) ||
        (source != nullptr && !is_inside(wanted_, *source, bytes)))
      return STATUS_INVALID_PARAMETER;
    GpuCommand command = {};
    command.operation = job.operation;
    command.pattern = job.color;
    command.bytes = bytes;
    if (!writer_.add(command, destination, source)) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    ++wanted_.MultipassOffset;
    return STATUS_SUCCESS;
  }

  DXGKARG_RENDER& wanted_;
  DmaWriter writer_;
  UINT to_skip_;
};

}  // namespace

NTSTATUS SoftGpuRenderKm(CONST HANDLE, DXGKARG_RENDER* wanted) {
  PAGED_CODE();
  if (wanted->CommandLength == 0) return STATUS_INVALID_PARAMETER;
  if (wanted->DmaBufferPrivateDataSize < sizeof(DmaPart))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  return GdiTranslation(*wanted).run();
}
