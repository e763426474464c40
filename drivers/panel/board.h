// The hardware: a frame buffer, and registers that set its mode, if the board has them.
#pragma once

#include "modes.h"
#include "panel.h"
#include "panel_board.h"

// The frame buffer as it is scanned out.
struct Screen {
  UCHAR* bits;
  Size size;
  UINT pitch;  // bytes from a line to the next
};

class Board {
 public:
  // Takes over what firmware left on screen, which stays black until show().
  NTSTATUS start(const DXGKRNL_INTERFACE& kernel);
  void stop();

  bool has_registers() const { return registers_ != nullptr; }
  // How many bytes of frame buffer a mode may take; 0 when the mode is fixed.
  SIZE_T settable_bytes() const { return has_registers() ? mapped_bytes_ : 0; }
  const Screen& screen() const { return screen_; }
  bool is_visible() const { return is_visible_; }

  // The size is one that the board can show. It stays dark until show().
  void set_mode(const Size& size);
  void show();
  // Black, in the same mode. At any IRQL.
  void blank();
  // The device is at D0 again: its registers have lost their values.
  NTSTATUS wake(bool was_hibernating);

  // The device interrupts. At any IRQL.
  void ring();
  // True when it did, and no more. In the interrupt routine.
  bool take_interrupt();

  // Describes the screen for the next driver.
  void describe(DXGK_DISPLAY_INFORMATION& out) const;

 private:
  NTSTATUS acquire();
  NTSTATUS find_ranges();
  bool try_registers(const CM_PARTIAL_RESOURCE_DESCRIPTOR& range);
  NTSTATUS map(PHYSICAL_ADDRESS start, ULONG bytes, MEMORY_CACHING_TYPE caching, PVOID& out) const;
  void unmap(volatile VOID* address) const;
  volatile ULONG* at(ULONG offset) const { return registers_ + offset / sizeof(ULONG); }
  void write_control() const;

  const DXGKRNL_INTERFACE* kernel_ = nullptr;
  DXGK_DEVICE_INFO info_{};
  DXGK_DISPLAY_INFORMATION post_{};
  volatile ULONG* registers_ = nullptr;
  UCHAR* frame_buffer_ = nullptr;
  ULONG mapped_bytes_ = 0;
  Screen screen_{};
  bool is_visible_ = false;
};
