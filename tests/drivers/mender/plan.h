/* What a test and the mender say to each other: a PLAN of the driver's, which the test writes. */
#ifndef PLAN_H
#define PLAN_H

/* Where in the driver. */
typedef enum _PLACE {
  PLACE_NOWHERE = 0,
  PLACE_OPEN_ADAPTER,
  PLACE_CREATE_DEVICE,
  PLACE_DESTROY_DEVICE,
  PLACE_CREATE_RESOURCE, /* after its allocations are made */
  PLACE_OPEN_RESOURCE,
  PLACE_DESTROY_RESOURCE, /* before anything is released */
  PLACE_LOCK,
  PLACE_UNLOCK,
  PLACE_FLUSH,
  PLACE_COLOR_FILL,
  PLACE_OFFER,
  PLACE_RECLAIM,
  PLACE_PRESENT,
  PLACE_RESOLVE,
  PLACE_LOCK_ASYNC,
  PLACE_RENAME,
  PLACE_TRIM,
  PLACE_CAPTURE,
  PLACE_RESIDENCY,
  PLACE_GET_CAPS,
  PLACE_TRIM_RESIDENCY, /* TrimResidencySet */
  PLACE_OUTSIDE,        /* in DOOR.Call, which no runtime calls */
} PLACE;

/* What it does there, besides its work. Those with a * instead of a part of its work. */
typedef enum _DEED {
  DEED_NONE = 0,
  DEED_RETURN,       /* returns Result at once */
  DEED_RETURN_AFTER, /* does its work and returns Result */
  DEED_CRASH,
  DEED_FLOAT,        /* changes the rounding */
  DEED_CALL_AND_END, /* makes that callback and returns what it returned */
  DEED_CALLBACK,     /* makes the callback that Callback says, with the mistake that Mistake says */
  DEED_NO_HANDLE,    /* * leaves the handle as it was given */
  DEED_NULL_HANDLE,  /* * gives NULL as its handle */
  DEED_SAME_HANDLE,  /* * gives the handle of the resource before */
  DEED_NO_CONTEXT,   /* * creates no context */
  DEED_NO_QUERY,     /* * does not ask for the adapter's data */
  DEED_NO_FUNCTION,  /* * leaves out an entry of the table */
  DEED_NO_VERSION,   /* * gives no version */
  DEED_HALF_ASYNC,   /* gives LockAsync alone */
  DEED_NO_SECOND,    /* * gives no CreateResource2 */
  DEED_NO_RELEASE,   /* * never releases what it destroys */
  DEED_LIST_RELEASE, /* * releases by list only */
  DEED_TWO_RELEASES, /* releases by list and then the resource, properly */
  DEED_DEFER,        /* * releases at the next Flush or at the end */
  DEED_DEFER_FOREVER, /* * releases at the end */
  DEED_NO_SUBMIT,     /* * does not submit what it has batched */
  DEED_NO_UNLOCK,     /* * does not unlock before it releases */
  DEED_KEEP_DEVICE,   /* * keeps its own device when the runtime's goes */
  DEED_KEEP_CONTEXT,  /* * leaves its context */
  DEED_KEEP_SCRATCH,  /* makes an allocation of the device's and leaves it */
  DEED_KEEP_SYNC,     /* makes a synchronization object and leaves it */
  DEED_KEEP_LOCK,     /* leaves an allocation of its own locked */
  DEED_FAIL_AND_KEEP, /* * fails with E_OUTOFMEMORY and leaves the allocations */
  DEED_FAIL_AND_POOL, /* * fails with E_OUTOFMEMORY and keeps allocations of the device's for later */
  DEED_FAIL_AND_UNDO, /* * fails with E_OUTOFMEMORY and leaves nothing */
  DEED_SWALLOW,       /* * returns S_OK whatever callbacks returned */
  DEED_REWRITE,       /* * returns Result instead of what callbacks returned */
  DEED_UNATTACHED,    /* * does not attach its allocations */
  DEED_SPLIT,         /* * allocates with one callback for each surface */
  DEED_NO_LOCK, /* * gives the address of the last lock, or of its own memory, without locking */
  DEED_LATE_SUBMIT,   /* * submits after it has locked */
  DEED_OLD_BUFFERS,   /* * goes on in the buffers that were replaced */
  DEED_SCRATCH,       /* makes an allocation of the device's and releases it properly */
  DEED_NO_RETRY,      /* * does not try a Discard a second time */
  DEED_FALSE_PROMISE, /* * promises that nothing refers to what its batch names */
  DEED_EXTRA,         /* one allocation more than there are surfaces */
  DEED_POINTER,       /* an address in its private data */
  DEED_INVISIBLE,     /* * its allocations are not for the CPU */
  DEED_FIELDS,        /* Fields of its first allocation's description */
  DEED_NO_ALLOCATION, /* * allocates nothing */
  DEED_OBSOLETE,      /* writes in the buffers that CreateDevice has in its obsolete members */
  DEED_COPY_TABLE,    /* * keeps the runtime's callbacks, and not its table of them */
  DEED_OLD_SIZES,     /* * goes by the sizes that its first batch had */
  DEED_KERNEL_KEY,    /* * gives the handle of the resource that has the same hKMResource */
  DEED_GLOBAL_KEY,    /* * gives the handle that another device's resource has */
  DEED_READS_NOISE,   /* * refuses what has something in reserved bits or members */
  DEED_SUBMIT,        /* submits its batch */
  DEED_IMPATIENT,     /* * does not wait for the GPU */
  DEED_ALL_ASYNC,     /* gives LockAsync, UnlockAsync and Rename */
  DEED_NOT_ASKED,     /* * does not ask what was lost */
  DEED_SAME_NUMBER,   /* * gives all submissions one number */
  DEED_UNWRITTEN,     /* * marks nothing as written */
  DEED_KEEP_MAPPED,   /* maps what it makes, for as long as it lives */
  DEED_MAP,           /* maps before it locks, which would wait */
  DEED_ENCODER,       /* reports its formats as an encoder's */
  DEED_RENAME, /* * gives another allocation instead of the one that is locked; in Unlock, copies it back */
  DEED_SCRIPT,      /* plays the test's own lines */
  DEED_NO_TRIM,     /* * gives no TrimResidencySet */
  DEED_ADOPT_EARLY, /* * goes on with what LockAsync got before its Rename */
  DEED_OWN_MEMORY, /* * does not wait for the GPU, and gives its own memory when it would have to, or fails with Result */
  DEED_PLAIN_LOCK, /* * locks without Discard */
} DEED;

typedef enum _CALL_BACK {
  CALLBACK_ALLOCATE,
  CALLBACK_DEALLOCATE,
  CALLBACK_DEALLOCATE2,
  CALLBACK_LOCK,
  CALLBACK_UNLOCK,
  CALLBACK_LOCK2,
  CALLBACK_UNLOCK2,
  CALLBACK_RENDER,
  CALLBACK_PRESENT,
  CALLBACK_CREATE_CONTEXT,
  CALLBACK_DESTROY_CONTEXT,
  CALLBACK_OFFER,
  CALLBACK_RECLAIM,
  CALLBACK_SET_PRIORITY,
  CALLBACK_RESIDENCY,
  CALLBACK_ESCAPE,
  CALLBACK_QUERY_ADAPTER,
  CALLBACK_SYNC,
  CALLBACK_MAKE_RESIDENT,
  CALLBACK_ASYNC,        /* Value */
  CALLBACK_SUBMIT,       /* pfnSubmitCommandCb */
  CALLBACK_CREATE_QUEUE, /* of paging; the device's others go by the last one */
  CALLBACK_DESTROY_QUEUE,
  CALLBACK_EVICT,
  CALLBACK_RECLAIM2,
  CALLBACK_WAIT_ON_CONTEXT, /* for what the last callback of paging said */
} CALL_BACK;

/* What is wrong with it. */
typedef enum _MISTAKE {
  MISTAKE_NONE = 0,
  MISTAKE_DRIVER_DEVICE, /* the driver's own handle of the device */
  MISTAKE_NULL_DEVICE,
  MISTAKE_NO_STRUCT,
  MISTAKE_BAD_STRUCT,    /* an address that cannot be read */
  MISTAKE_DRIVER_HANDLE, /* the driver's own handle of the resource */
  MISTAKE_KERNEL_HANDLE, /* the kernel's */
  MISTAKE_NO_HANDLE,     /* a number */
  MISTAKE_RESOURCE,      /* names the resource, where a list would be right */
  MISTAKE_LIST,          /* names allocations, where the resource would be right */
  MISTAKE_PART,          /* names the first of several allocations */
  MISTAKE_BOTH,
  MISTAKE_TWICE,         /* the same callback a second time */
  MISTAKE_COUNT,         /* a count that is too large */
  MISTAKE_FLAGS,         /* Value as the flags */
  MISTAKE_PRIORITY,      /* NONE */
  MISTAKE_PATCH,         /* a patch of an allocation that is not in the list */
  MISTAKE_BROADCAST,     /* Value contexts, its own first */
  MISTAKE_MIX,           /* a list of two resources' allocations */
  MISTAKE_AFTER_FAILURE, /* releases what an allocation that failed left in its answer */
  MISTAKE_MUTEX,         /* the context waits for a mutex, and so owns it */
  MISTAKE_RESIZE,        /* wants room for Value allocations; Value is what it gets */
  MISTAKE_ENTRY,         /* Value in the bits of an entry of the allocation list */
} MISTAKE;

/* Who plays a script, and what it is about. */
typedef struct _ACTOR {
  HANDLE Runtime; /* the device's handle */
  const D3DDDI_DEVICECALLBACKS* Callbacks;
  HANDLE Context;
  const D3DKMT_HANDLE* Allocations; /* of the resource that is worked on; NULL when there is none */
  UINT Count;
} ACTOR;
typedef HRESULT (*SCRIPT)(VOID* Data, const ACTOR* As);

typedef struct _PLAN {
  PLACE Place;
  DEED Deed;
  CALL_BACK Callback;
  MISTAKE Mistake;
  HRESULT Result;
  ULONG Value;
  ULONG Priority;     /* of DEED_FIELDS */
  const void* Memory; /* pSystemMem of DEED_FIELDS */
  SCRIPT Script;
  VOID* ScriptData;
  /* What the driver found. */
  HRESULT Got; /* of DEED_CALLBACK and DEED_SCRIPT */
  ULONG Times; /* that a deed was done */
  ULONG Creates, Opens, Destroys, Flushes, Locks, Unlocks, Presents;
  ULONG LastSurfaces;
  LONG Inside, MostInside; /* calls of Flush */
  ULONG Beside;            /* calls of LockAsync meanwhile */
  HANDLE LastRuntimeHandle, LastDriverHandle;
  ULONG OpenedAllocations, OpenedUsage, OpenedFlags;
  D3DKMT_HANDLE OpenedKernelResource,
      OpenedAllocation;              /* hKMResource, and the last hAllocation, of OpenResource */
  ULONG LastFlags;                   /* of CreateResource */
  ULONG Trims, TrimFlags, TrimBytes; /* of TrimResidencySet */
  const void *CreateThread, *LockAsyncThread, *RenameThread;
} PLAN;

/* A driver shows nothing but ways to open an adapter. What no runtime here looks for, OpenAdapter12, is the way in. */
typedef struct _DOOR {
  PLAN* Plan;
  VOID (*Call)(HANDLE hDevice); /* the driver's own handle */
} DOOR;

#endif
