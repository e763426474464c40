// What the user-mode and the kernel-mode half of the driver tell each other: private data of
// allocations and resources, and escapes. Everything here crosses from user mode: the kernel half
// trusts no field of it.
#pragma once

#define SOFTGPU_VERSION 1

// SOFTGPU_ALLOCATION_DATA.Magic and so on: one word for each kind of blob.
#define SOFTGPU_ALLOCATION_MAGIC 0x41475053
#define SOFTGPU_RESOURCE_MAGIC 0x52475053
#define SOFTGPU_ESCAPE_MAGIC 0x45475053

#define SOFTGPU_ALLOCATION_CPU_VISIBLE 0x1      // can be locked; lives in the aperture only
#define SOFTGPU_ALLOCATION_EXISTING_MEMORY 0x2  // lies over memory of the client
#define SOFTGPU_ALLOCATION_KNOWN_FLAGS 0x3

typedef struct _SOFTGPU_HEADER {
  UINT Magic;
  UINT Version;
  UINT Size;  // of the whole blob
} SOFTGPU_HEADER;

// One allocation: a surface (Width, Height, Format), or a buffer (Bytes, and the others zero).
typedef struct _SOFTGPU_ALLOCATION_DATA {
  SOFTGPU_HEADER Header;
  UINT Flags;
  UINT Width;
  UINT Height;
  UINT Format;  // D3DDDIFORMAT
  UINT Pitch;   // out, when the allocation is created
  UINT64 Bytes;
} SOFTGPU_ALLOCATION_DATA;

typedef struct _SOFTGPU_RESOURCE_DATA {
  SOFTGPU_HEADER Header;
  UINT Usage;  // the user-mode half's own
} SOFTGPU_RESOURCE_DATA;

// What the driver has at this moment, and had.
typedef struct _SOFTGPU_BOOKS {
  LONG Devices;
  LONG Contexts;
  LONG Allocations;
  LONG Resources;
  LONG Bindings;
  LONG64 AllocationsEver;
} SOFTGPU_BOOKS;

#define SOFTGPU_ESCAPE_READ_BOOKS 1

typedef struct _SOFTGPU_ESCAPE_DATA {
  SOFTGPU_HEADER Header;
  UINT Command;
  SOFTGPU_BOOKS Books;  // out
} SOFTGPU_ESCAPE_DATA;
