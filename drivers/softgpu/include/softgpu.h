// The interface between the user-mode and the kernel-mode half of the driver: private data of
// allocations and resources, and escapes. Everything here crosses from user mode: the kernel half
// trusts no field of it.
#pragma once

#define SOFTGPU_VERSION 1

// SOFTGPU_ALLOCATION_DATA.Magic and so on: one word for each kind of blob.
#define SOFTGPU_ALLOCATION_MAGIC 0x41475053
#define SOFTGPU_RESOURCE_MAGIC 0x52475053
#define SOFTGPU_ESCAPE_MAGIC 0x45475053
#define SOFTGPU_ADAPTER_MAGIC 0x44475053

#define SOFTGPU_ALLOCATION_CPU_VISIBLE 0x1      // can be locked; lives in the aperture only
#define SOFTGPU_ALLOCATION_EXISTING_MEMORY 0x2  // lies over memory of the client
#define SOFTGPU_ALLOCATION_KNOWN_FLAGS 0x3

typedef struct _SOFTGPU_HEADER {
  UINT Magic;
  UINT Version;
  UINT Size;  // the size of the whole blob
} SOFTGPU_HEADER;

// The private data of the adapter, which the kernel half returns to clients.
typedef struct _SOFTGPU_ADAPTER_DATA {
  SOFTGPU_HEADER Header;
  UINT Nodes;
  UINT64 VideoMemoryBytes;
} SOFTGPU_ADAPTER_DATA;

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

// A command buffer is an array of these. Allocations are named by their index in the allocation
// list of D3DKMTRender; what is written must be marked there as written.
typedef struct _SOFTGPU_COMMAND {
  UINT Operation;  // SOFTGPU_COMMAND_…
  UINT Pattern;
  UINT Destination;
  UINT Source;
  UINT64 DestinationOffset;
  UINT64 SourceOffset;
  UINT64 Bytes;
  UINT64 Value;
} SOFTGPU_COMMAND;

#define SOFTGPU_COMMAND_FILL 1   // Bytes of Destination with Pattern; both multiples of four
#define SOFTGPU_COMMAND_COPY 2   // Bytes from Source to Destination
#define SOFTGPU_COMMAND_WRITE 3  // Value into the eight bytes at DestinationOffset: a fence
#define SOFTGPU_COMMAND_ADD 4    // the same, added to what is there

// The engines.
#define SOFTGPU_NODE_RENDER 0
#define SOFTGPU_NODE_COPY 1
#define SOFTGPU_NODES 2

// Counts of the driver's live objects, and of all that it had.
typedef struct _SOFTGPU_BOOKS {
  LONG Devices;
  LONG Contexts;
  LONG Allocations;
  LONG Resources;
  LONG Bindings;
  LONG SaveAreas;  // live save areas of contexts
  LONG64 AllocationsEver;
} SOFTGPU_BOOKS;

#define SOFTGPU_ENGINE_IDLE 0     // nothing to do
#define SOFTGPU_ENGINE_RUNNING 1  // in a packet
#define SOFTGPU_ENGINE_HELD 2     // in a packet, before a command that it may not run
#define SOFTGPU_ENGINE_HUNG 3     // in a packet, deaf to everything but a reset
#define SOFTGPU_ENGINE_RESET 4    // between the reset of the adapter and its restart

// The present and past work of an engine.
typedef struct _SOFTGPU_ENGINE {
  UINT State;   // SOFTGPU_ENGINE_…
  UINT Queued;  // packets behind the one that it runs
  UINT SubmittedFence;
  UINT CompletedFence;
  UINT64 Commands;
  UINT64 Packets;
  UINT64 Preemptions;
  UINT64 Resumed;  // packets that were preempted and went on where they were
  UINT64 Resets;
  UINT64 Faults;
  UINT64 FaultAddress;  // the address of the last fault, as the engines count addresses
} SOFTGPU_ENGINE;

// Escapes. The steering ones are for tests: they reach every client of the adapter.
#define SOFTGPU_ESCAPE_READ_BOOKS 1
#define SOFTGPU_ESCAPE_READ_ENGINE 2
#define SOFTGPU_ESCAPE_HANG 3  // at its next command the engine hangs until it is reset
#define SOFTGPU_ESCAPE_HOLD 4  // the engine runs Count commands more and then waits
#define SOFTGPU_ESCAPE_GO 5  // the engine runs freely, and a hang that did not happen yet will not
#define SOFTGPU_ESCAPE_FREE_SAVE_AREA 6  // of hContext; its packets are preempted as a whole then

typedef struct _SOFTGPU_ESCAPE_DATA {
  SOFTGPU_HEADER Header;
  UINT Command;           // SOFTGPU_ESCAPE_…
  UINT Node;              // the node, for operations about an engine
  UINT64 Count;           // the count, for SOFTGPU_ESCAPE_HOLD
  SOFTGPU_BOOKS Books;    // out
  SOFTGPU_ENGINE Engine;  // out
} SOFTGPU_ESCAPE_DATA;
