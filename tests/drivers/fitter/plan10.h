/* What a test and the fitter say to each other: a PLAN10 of the driver's, which the test writes. */
#ifndef PLAN10_H
#define PLAN10_H

/* Where in the driver. */
typedef enum _PLACE10 {
  AT_NOWHERE = 0,
  AT_OPEN_ADAPTER,
  AT_CLOSE_ADAPTER,
  AT_CALC_DEVICE,
  AT_CREATE_DEVICE,
  AT_DESTROY_DEVICE,
  AT_CALC_RESOURCE,
  AT_CREATE_RESOURCE,
  AT_OPEN_RESOURCE,
  AT_DESTROY_RESOURCE,
  AT_MAP,
  AT_UNMAP,
  AT_FLUSH,
  AT_CLEAR,
  AT_COPY,
  AT_CALC_VIEW,
  AT_CREATE_VIEW,
  AT_DESTROY_VIEW,
  AT_BIND,
  AT_CHECK_FORMAT,
  AT_STAGING_BUSY,
  AT_DRAW,
  AT_PRESENT,
  AT_ROTATE,
  AT_OUTSIDE, /* in DOOR10.Call, which no runtime calls */
  AT_CALC_DEFERRED,
  AT_CREATE_DEFERRED,
  AT_OPEN_LOCAL, /* a handle of a deferred context */
  AT_CLOSE_LOCAL,
  AT_RECORD, /* in Draw on a deferred context */
  AT_CREATE_LIST,
  AT_ABANDON,
} PLACE10;

/* What it does there besides its work, or with a * instead of a part of it. */
typedef enum _DEED10 {
  DO_NOTHING = 0,
  DO_SET_ERROR,       /* pfnSetErrorCb with Result */
  DO_SET_ERROR_WRONG, /* the same with the handle of the device */
  DO_SET_ERROR_AND_KEEP, /* sets Result and leaves what it made */
  DO_SIZE,            /* * returns Value */
  DO_OVERRUN,         /* writes byte Value of its private block */
  DO_TOUCH_DEAD,      /* reads the private block that went last */
  DO_SWALLOW,         /* * says nothing of what failed */
  DO_NEVER_RELEASE,   /* * leaves what it destroys */
  DO_DEFER,           /* * releases at the next Flush, even a primary */
  DO_SAY_IDLE,        /* * says FALSE of what is busy */
  DO_AMORTIZE,        /* pfnPerformAmortizedProcessingCb once more */
  DO_NOT_AMORTIZE,    /* * never */
  DO_DISABLE_STAGING, /* pfnDisableDeferredStagingResourceDestruction */
  DO_RENDER,          /* submits what it has, or something */
  DO_PRESENT,         /* pfnPresentCb */
  DO_ALLOCATE,        /* an allocation of the device's own, and its release */
  DO_ALLOCATE_SHARED, /* for the resource that was made last */
  DO_SWAP_TABLE,      /* another pfnCreateResource */
  DO_SWAP_DRAW,       /* another pfnDraw, which it may */
  DO_ACCEPT,          /* * any runtime */
  DO_LONG_TABLE,      /* * fills a table of a later interface */
  DO_SHORT_TABLE,     /* * leaves entries empty */
  DO_ROTATE_RUNTIME,  /* * swaps the runtime's handles */
  DO_CAPS,            /* * says Value of threading */
  DO_SUBMIT_ALWAYS,   /* * submits an empty batch */
  DO_WRONG_BOOL,      /* * answers the contrary */
  DO_KEEP_INSTANCE,   /* * goes on with the handle that a Discard has replaced */
  DO_USE_FORMER,      /* * names the handle before the last */
  DO_OFFER_FORMER,    /* offers and reclaims by the handle before the last */
  DO_DISCARD, /* locks what was made last with Discard; Value says whether its handle changed */
  DO_REFRESH, /* asks for its render targets again */
  DO_SET_ERROR_IMMEDIATE, /* sets Result with the handle of the immediate context */
  DO_RELEASE,        /* releases what was made last by its list */
  DO_SHARED_SCRATCH, /* * adds up its size in memory that all threads share */
  DO_USE_CONTEXT,    /* waits for and signals nothing on the context */
  DO_START_THREAD,   /* a thread, which it waits for */
  DO_SET_MODE,       /* pfnSetDisplayModeCb */
  DO_FOLLOW,         /* looks at the shaders and states that are bound, in Draw */
  DO_REFRESH_SHADER, /* asks for its vertex shader again */
} DEED10;

/* What is bound besides views. */
typedef enum _PART10 {
  PART_VERTEX_SHADER,
  PART_PIXEL_SHADER,
  PART_RASTERIZER,
  PART_BLEND,
  PART_DEPTH,
  PIPELINE_PARTS
} PART10;

typedef struct _PLAN10 {
  PLACE10 Place;
  DEED10 Deed;
  HRESULT Result;
  ULONG Value;
  /* What the driver found. */
  HRESULT Got;
  ULONG Times;
  ULONG Creates, Opens, Destroys, Flushes, Maps, Unmaps, Binds, Draws, Views, Presents;
  ULONG ViewsAtDestroy; /* living views of the resource in its DestroyResource */
  ULONG BoundAtDestroy;
  ULONG ChildrenAtEnd; /* resources and views in DestroyDevice */
  ULONG Busy;          /* questions of ResourceIsStagingBusy */
  ULONG LastFlags;     /* of CreateDevice */
  LONG Inside, MostInside;
  LONG HasSwitch; /* pfnSetAsyncCallbacksCb is there */
  void* LastBlock;
  ULONG LastBytes;   /* as CalcPrivateResourceSize said */
  ULONG BlockMoved;  /* handles that did not lead to what was put there */
  ULONG WasPoisoned; /* blocks that came with a pattern */
  D3DKMT_HANDLE OpenedKernelResource, OpenedAllocation; /* of OpenResource */
  ULONG Opened, Closed;                                 /* handles of deferred contexts */
  ULONG OpenAtDestroy;                                  /* of those, when their resource went */
  ULONG ViewsAtClose; /* open views of a resource's handle that closed */
  ULONG Described;    /* handles of resources that came with a description */
  ULONG Deferreds, DeferredsGone, Abandons, Lists, ListsGone, Executes;
  ULONG OpenAtGone;     /* handles that a deferred context had open when it went */
  ULONG BoundAtAbandon; /* a view was bound in AbandonCommandList */
  void *LastTarget, *LastDepth; /* the views of the last SetRenderTargets */
  void* Pipeline[PIPELINE_PARTS];
  ULONG ShaderBinds;        /* calls of VsSetShader */
  ULONG Followed, Unusable; /* parts in Draw, and those that were not made or say nothing */
  ULONG BoundAtGone;        /* shaders and states that were bound when they went */
  ULONG Triangles;          /* calls of IaSetTopology with a list of them */
} PLAN10;

/* OpenAdapter12, which no runtime here looks for, is the way in. */
typedef struct _DOOR10 {
  PLAN10* Plan;
  VOID (*Call)(void* Device); /* the driver's own handle */
} DOOR10;

#endif
