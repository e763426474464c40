/* What a test and the lodger say to each other: a PLAN12 of the driver's, which the test writes. */
#ifndef PLAN12_H
#define PLAN12_H

/* Where in the driver. */
typedef enum _PLACE12 {
  IN_NOTHING = 0,
  IN_OPEN_ADAPTER,
  IN_CREATE_DEVICE,
  IN_DESTROY_DEVICE,
  IN_CALC_HEAP,
  IN_CREATE_HEAP,
  IN_OPEN_HEAP,
  IN_DESTROY_HEAP,
  IN_MAP,
  IN_UNMAP,
  IN_MAKE_RESIDENT,
  IN_EVICT,
  IN_CREATE_QUEUE,
  IN_DESTROY_QUEUE,
} PLACE12;

/* What it does there besides its work, or with a * instead of a part of it. */
typedef enum _DEED12 {
  AS_IT_SHOULD = 0,
  BREAK_FAIL,              /* * returns Result, and undoes what it did */
  BREAK_SET_ERROR,         /* sets Result by pfnSetErrorCb */
  BREAK_SIZE,              /* * says Value of both blocks */
  BREAK_OVERRUN,           /* writes byte Value behind the block */
  BREAK_FOLLOW_NULL,       /* * reads what is absent */
  BREAK_TOUCH_DEAD,        /* reads the block that went last */
  BREAK_MISSING_ENTRY,     /* * leaves pfnMapHeap empty */
  ALLOCATE_BY_KERNEL,      /* * by pKTCallbacks */
  ALLOCATE_REFUSED,        /* * private data that the kernel's driver refuses */
  ALLOCATE_UNCHECKED,      /* * the same, and goes on */
  ALLOCATE_UNATTACHED,     /* * without the runtime's handle */
  ALLOCATE_FOR_PLACED,     /* for a resource that is placed */
  ALLOCATE_AND_KEEP,       /* * returns Result and leaves what it made */
  IGNORE_FAILURES,         /* * returns S_OK whatever callbacks say */
  RELEASE_NEVER,           /* * leaves the allocation */
  RELEASE_BY_KERNEL,       /* * by pKTCallbacks */
  RELEASE_BAD_FLAGS,       /* * with flags that are none */
  RELEASE_WRONG,           /* * another handle, and goes on */
  RELEASE_BY_LIST,         /* * by the list of allocations, and never the resource */
  RELEASE_UNUSED,          /* * says that nothing uses a queue's buffer any more */
  MAP_WITHOUT_LOCK,        /* * gives memory of its own */
  MAP_NOWHERE,             /* * gives NULL */
  UNMAP_NOTHING,           /* * leaves the lock */
  UNLOCK_EARLY,            /* unlocks what the application has mapped */
  RESIDENT_SPLIT,          /* * a callback for each object, and undoes them all if one fails */
  RESIDENT_SPLIT_AND_KEEP, /* * the same without the undoing */
  RESIDENT_TRIM,           /* evicts what is resident before */
  RESIDENT_NEVER,          /* * returns S_OK and does nothing */
  RESIDENT_HIDE_PENDING,   /* * returns S_OK of what is pending */
  RESIDENT_NO_MASK,        /* * leaves WaitMask alone */
  RESIDENT_WRONG_FENCE,    /* * another value of the fence */
  RESIDENT_BY_KERNEL,      /* * by pKTCallbacks */
  RESIDENT_UNASKED,        /* makes a heap resident that nobody has asked for */
  QUEUE_BY_KERNEL,         /* * its context by pKTCallbacks */
  QUEUE_WRONG_HANDLE,      /* * its context with the device's handle */
  QUEUE_NOT_RESIDENT,      /* * submits what it has not made resident */
  PIN_AND_UNPIN,           /* pins a heap while it lives */
  PIN_AND_LEAK,            /* pins a heap */
  PIN_WRONG,               /* pins by its own handle */
  UNPIN_LOOSE,             /* unpins what it has not pinned */
} DEED12;

typedef struct _PLAN12 {
  PLACE12 Place;
  DEED12 Deed;
  HRESULT Result;
  ULONG Value;
  /* What the driver found. */
  HRESULT Got;
  ULONG Times;
  ULONG Creates, Destroys, Heaps, Resources; /* descriptions, or handles, that were there */
  ULONG LastCreationNodes, LastVisibleNodes;
  ULONG LastInterface, LastVersion;
  ULONG HasKernelTable, HasCoreTable;
  ULONG Residents, Evicts, Maps, Unmaps, Submissions;
  D3DKMT_HANDLE OpenedKernelResource, OpenedAllocation; /* of OpenHeapAndResource */
} PLAN12;

/* What OpenAdapter10 of this driver fills in: it has no such interface, and the name is free. */
typedef struct _DOOR12 {
  PLAN12* Plan;
} DOOR12;

#endif
