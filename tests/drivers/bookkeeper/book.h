/* What the bookkeeper miniport and its clients say to each other: private data and escapes. */
#ifndef BOOK_H
#define BOOK_H

#define BOOK_MAGIC 0x6b6f6f42

/* Private data of an allocation. */
typedef struct _BOOK_ALLOCATION {
  ULONG Magic;
  ULONG Size;
  ULONG Flags;    /* DXGK_ALLOCATIONINFOFLAGS besides CpuVisible, which is the opposite of BOOK_INVISIBLE */
  ULONG Segments; /* where it may be; 0: everywhere */
  ULONG Serial;   /* written by the driver when it is opened for its creator */
} BOOK_ALLOCATION;

#define BOOK_INVISIBLE 0x80000000

/* The magic of a user-mode half that is newer than the driver. */
#define BOOK_MAGIC_NEWER (BOOK_MAGIC + 1)

/* The mistakes and failures that the driver can be told to make. */
typedef enum _BOOK_FAULT {
  BOOK_FAULT_NONE = 0,
  BOOK_FAULT_CREATE_FAILS,        /* at the n-th allocation of a call */
  BOOK_FAULT_OPEN_FAILS,          /* at the n-th allocation of a call */
  BOOK_FAULT_DEVICE_FAILS,
  BOOK_FAULT_CONTEXT_FAILS,
  BOOK_FAULT_CREATE_CRASHES,
  BOOK_FAULT_STANDARD_FAILS,
  BOOK_FAULT_STANDARD_STATUS,     /* one that is not listed */
  BOOK_FAULT_STANDARD_NO_SIZES,
  BOOK_FAULT_STANDARD_TOUCHES,    /* the surface, when asked for sizes */
  BOOK_FAULT_STANDARD_NO_PITCH,
  BOOK_FAULT_STANDARD_SHORT_PITCH, /* less than a row, and odd */
  BOOK_FAULT_EMPTY_LIST,          /* reads element 0 of an empty destroy list */
  BOOK_FAULT_WRONG_STATUS,        /* of the entry point that FaultAt names, a BOOK_ENTRY */
  BOOK_FAULT_CALLS_BACK,          /* the entry point that FaultAt names gives its arguments to Callback when it is done */
  BOOK_FAULT_KEEPS_ALLOCATION,    /* that it is to destroy */
  BOOK_FAULT_KEEPS_RESOURCE,      /* that it is to destroy */
  BOOK_FAULT_FREES_RESOURCE,      /* that stays */
  BOOK_FAULT_KEEPS_BINDING,       /* that it is to close */
  BOOK_FAULT_FREES_ALLOCATION,    /* when it closes a binding of it */
  BOOK_FAULT_GIVEN_DEVICE,        /* it leaves a new device's handle as it was given */
  BOOK_FAULT_KEEPS_DEVICE,        /* that it is to destroy */
  BOOK_FAULT_KEEPS_CONTEXT,       /* that it is to destroy */
  BOOK_FAULT_POINTS_AT_DEVICE,    /* from what it keeps for an allocation */
  BOOK_FAULT_ONE_HANDLE,          /* no fault: what it opens it knows by what it created, so there is nothing to close */
  BOOK_FAULT_KEEPS_HANDLES,       /* of what it opens, in a table */
  BOOK_FAULT_FREES_SHARED,        /* at the first close, what several openings share (BOOK_COUNTED) */
  BOOK_FAULT_READS_PROCESS,       /* of an escape or a query, whether there is one or not */
} BOOK_FAULT;

typedef enum _BOOK_ENTRY {
  BOOK_ENTRY_DEVICE,
  BOOK_ENTRY_CONTEXT,
  BOOK_ENTRY_CREATE,
  BOOK_ENTRY_OPEN,
  BOOK_ENTRY_DESTROY,
  BOOK_ENTRY_DESCRIBE,
  BOOK_ENTRY_STOP_CAPTURE,
  BOOK_ENTRY_FORMAT, /* only with BOOK_FORMATS */
  BOOK_ENTRY_STANDARD, /* when it gives the data of a surface */
} BOOK_ENTRY;

typedef enum _BOOK_COMMAND {
  BOOK_READ = 1,
  BOOK_SET = 2,
  BOOK_ECHO = 3,
  BOOK_FAIL = 4,
  BOOK_SIGNAL = 5 /* Event, of the process that was created last */
} BOOK_COMMAND;

typedef struct _BOOK {
  BOOK_COMMAND Command;
  ULONG Fault;
  ULONG FaultAt;
  VOID (*Callback)(VOID* Arguments);
  HANDLE Event;
  /* What there is now. */
  LONG Processes;
  LONG Devices;
  LONG Contexts;
  LONG Allocations;
  LONG Resources;
  LONG Bindings;
  /* How often, and what was said the last time. */
  LONG CreateCalls;
  LONG OpenCalls;
  LONG CloseCalls;
  LONG DestroyCalls;
  LONG StandardCalls;
  LONG DescribeCalls;
  LONG StopCaptureCalls;
  LONG Escapes;
  LONG FormatCalls;
  ULONG CreateCount;
  ULONG CreateFlags;
  ULONG CreateHadResource;
  ULONG OpenCount;
  ULONG OpenFlags;
  ULONG OpenGroupData; /* the first four bytes of the group's private data */
  ULONG CloseCount;
  ULONG DestroyCount;
  ULONG DestroyFlags;
  ULONG DestroyHadResource;
  ULONG StandardType;
  ULONG StandardWidth;
  ULONG StandardHeight;
  ULONG StandardFormat;
  ULONG StandardSurface;
  ULONG Format; /* of a source, and which source */
  ULONG FormatSource;
  ULONG EscapeFlags;
  ULONG EscapeHadDevice;
  ULONG EscapeHadContext;
  /* Calls that cannot be: a handle that is not the driver's, a wrong order. */
  LONG Errors;
} BOOK;

#endif
