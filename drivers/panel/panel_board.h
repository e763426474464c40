// The registers of a panel's board, each of 32 bits. Boards need not have them.
#ifndef PANEL_BOARD_H
#define PANEL_BOARD_H

#define PANEL_REGISTER_BYTES 0x1000

#define PANEL_REGISTER_ID 0x00     // reads as PANEL_ID
#define PANEL_REGISTER_WIDTH 0x04  // of the mode: takes effect with a write of CONTROL
#define PANEL_REGISTER_HEIGHT 0x08
#define PANEL_REGISTER_PITCH 0x0C  // bytes from a line to the next
#define PANEL_REGISTER_CONTROL 0x10
#define PANEL_REGISTER_INTERRUPT 0x14  // not 0 while the interrupt is asserted; writes set it

#define PANEL_ID 0x4C4E4150
#define PANEL_CONTROL_SHOW 0x1  // the frame buffer; without it the screen is black
#define PANEL_CONTROL_INTERRUPTS 0x2

#endif
