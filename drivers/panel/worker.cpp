#include "worker.h"

Frame* Frame::make(const DXGKARG_PRESENT_DISPLAYONLY& present, const Mode& mode, bool is_whole) {
  const ULONG count = is_whole ? 1 : present.NumMoves + present.NumDirtyRects;
  void* const room =
      ExAllocatePoolZero(NonPagedPoolNx, sizeof(Frame) + count * sizeof(RECT), PANEL_TAG);
  if (room == nullptr) return nullptr;
  const Rotation rotation = present.Flags.Rotate ? mode.rotation : D3DKMDT_VPPR_IDENTITY;
  const Image image = {static_cast<const UCHAR*>(present.pSource), present.Pitch,
                       size_of_image(mode, rotation)};
  auto* const frame = new (room) Frame(mode, rotation, image);
  if (is_whole) {
    frame->rectangles()[frame->count_++] = {0, 0, static_cast<LONG>(image.size.width),
                                            static_cast<LONG>(image.size.height)};
    return frame;
  }
  // The image shows what is moved where it goes, so that nothing is read from the frame buffer.
  for (ULONG i = 0; i < present.NumMoves; ++i)
    frame->rectangles()[frame->count_++] = present.pMoves[i].DestRect;
  for (ULONG i = 0; i < present.NumDirtyRects; ++i)
    frame->rectangles()[frame->count_++] = present.pDirtyRect[i];
  return frame;
}

Frame::~Frame() {
  if (pixels_ == nullptr) return;
  MmUnlockPages(pixels_);
  IoFreeMdl(pixels_);
}

bool Frame::lock_pixels() {
  const UINT lines = image_.size.height;
  const LONG64 step = image_.pitch;
  const UCHAR* const lowest = step < 0 ? image_.bits + step * (lines - 1) : image_.bits;
  const ULONG bytes = static_cast<ULONG>((step < 0 ? -step : step) * (lines - 1) +
                                         LONG64{image_.size.width} * kPixelBytes);
  PMDL const mdl = IoAllocateMdl(const_cast<UCHAR*>(lowest), bytes, FALSE, FALSE, nullptr);
  if (mdl == nullptr) return false;
  __try {
    MmProbeAndLockPages(mdl, KernelMode, IoReadAccess);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    IoFreeMdl(mdl);
    return false;
  }
  pixels_ = mdl;
  const auto* const mapped =
      static_cast<const UCHAR*>(MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority));
  if (mapped == nullptr) return false;
  image_.bits = mapped + (image_.bits - lowest);
  return true;
}

void Frame::copy_to(const Screen& screen, const volatile LONG& is_over) const {
  for (ULONG i = 0; i < count_ && !ReadAcquire(&is_over); ++i)
    copy_rectangle(screen, mode_, rotation_, image_, rectangles()[i]);
}

NTSTATUS Worker::start(const DXGKRNL_INTERFACE& kernel, Board& board,
                       const volatile LONG& is_over) {
  kernel_ = &kernel;
  board_ = &board;
  is_over_ = &is_over;
  is_stopping_ = false;
  finished_ = 0;
  KeInitializeEvent(&work_, SynchronizationEvent, FALSE);
  KeInitializeEvent(&idle_, NotificationEvent, TRUE);
  HANDLE handle = nullptr;
  const NTSTATUS status =
      PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, nullptr, nullptr, nullptr, thread, this);
  if (!NT_SUCCESS(status)) return status;
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, nullptr, KernelMode, &thread_, nullptr);
  ZwClose(handle);
  return status;
}

void Worker::stop() {
  if (thread_ == nullptr) return;
  wait_idle();
  is_stopping_ = true;
  KeSetEvent(&work_, IO_NO_INCREMENT, FALSE);
  KeWaitForSingleObject(thread_, Executive, KernelMode, FALSE, nullptr);
  ObDereferenceObject(thread_);
  thread_ = nullptr;
  KeFlushQueuedDpcs();  // no DPC of its interrupts runs later
}

void Worker::wait_idle() {
  if (thread_ != nullptr) KeWaitForSingleObject(&idle_, Executive, KernelMode, FALSE, nullptr);
}

void Worker::give(Frame* frame) {
  frame_ = frame;
  KeClearEvent(&idle_);
  KeSetEvent(&work_, IO_NO_INCREMENT, FALSE);
}

VOID Worker::thread(PVOID context) { static_cast<Worker*>(context)->run(); }

void Worker::run() {
  for (;;) {
    KeWaitForSingleObject(&work_, Executive, KernelMode, FALSE, nullptr);
    if (is_stopping_) PsTerminateSystemThread(STATUS_SUCCESS);
    frame_->copy_to(board_->screen(), *is_over_);
    delete frame_;
    frame_ = nullptr;
    finish();
    KeSetEvent(&idle_, IO_NO_INCREMENT, FALSE);
  }
}

BOOLEAN Worker::count_frame(PVOID context) {
  ++static_cast<Worker*>(context)->finished_;
  return TRUE;
}

// The interrupt routine tells the graphics kernel, because only it may.
void Worker::finish() {
  BOOLEAN result = FALSE;
  kernel_->DxgkCbSynchronizeExecution(kernel_->DeviceHandle, count_frame, this, 0, &result);
  board_->ring();
}

void Worker::report() {
  for (; finished_ != 0; --finished_) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
    data.InterruptType = DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS;
    data.DisplayOnlyPresentProgress.VidPnSourceId = kSource;
    data.DisplayOnlyPresentProgress.ProgressId = DXGK_PRESENT_DISPLAYONLY_PROGRESS_ID_COMPLETE;
    kernel_->DxgkCbNotifyInterrupt(kernel_->DeviceHandle, &data);
  }
}
