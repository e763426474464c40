// Tables of properties, methods and events, and the macros that fill them. Kernel mode only.
#pragma once

EXTERN_C_START

// Handlers of properties, methods and events.
typedef NTSTATUS (*PFNKSCONTEXT_DISPATCH)(PVOID Context, PIRP Irp);
typedef NTSTATUS (*PFNKSHANDLER)(PIRP Irp, PKSIDENTIFIER Request, PVOID Data);
typedef BOOLEAN (*PFNKSFASTHANDLER)(PFILE_OBJECT FileObject, PKSIDENTIFIER Request,
                                    ULONG RequestLength, PVOID Data, ULONG DataLength,
                                    PIO_STATUS_BLOCK IoStatus);
typedef NTSTATUS (*PFNKSALLOCATOR)(PIRP Irp, ULONG BufferSize, BOOLEAN InputOperation);

typedef struct _KSEVENT_ENTRY KSEVENT_ENTRY, *PKSEVENT_ENTRY;
typedef NTSTATUS (*PFNKSADDEVENT)(PIRP Irp, PKSEVENTDATA EventData,
                                  struct _KSEVENT_ENTRY* EventEntry);
typedef VOID (*PFNKSREMOVEEVENT)(PFILE_OBJECT FileObject, struct _KSEVENT_ENTRY* EventEntry);

// Properties.
typedef struct {
  KSPROPERTY_MEMBERSHEADER MembersHeader;
  const VOID* Members;
} KSPROPERTY_MEMBERSLIST, *PKSPROPERTY_MEMBERSLIST;

typedef struct {
  KSIDENTIFIER PropTypeSet;
  ULONG MembersListCount;
  const KSPROPERTY_MEMBERSLIST* MembersList;
} KSPROPERTY_VALUES, *PKSPROPERTY_VALUES;

typedef struct {
  ULONG PropertyId;
  union {
    PFNKSHANDLER GetPropertyHandler;
    BOOLEAN GetSupported;
  };
  ULONG MinProperty;
  ULONG MinData;
  union {
    PFNKSHANDLER SetPropertyHandler;
    BOOLEAN SetSupported;
  };
  const KSPROPERTY_VALUES* Values;
  ULONG RelationsCount;
  const KSPROPERTY* Relations;
  PFNKSHANDLER SupportHandler;
  ULONG SerializedSize;
} KSPROPERTY_ITEM, *PKSPROPERTY_ITEM;

typedef struct {
  ULONG PropertyId;
  union {
    PFNKSFASTHANDLER GetPropertyHandler;
    BOOLEAN GetSupported;
  };
  union {
    PFNKSFASTHANDLER SetPropertyHandler;
    BOOLEAN SetSupported;
  };
  ULONG Reserved;
} KSFASTPROPERTY_ITEM, *PKSFASTPROPERTY_ITEM;

typedef struct {
  const GUID* Set;
  ULONG PropertiesCount;
  const KSPROPERTY_ITEM* PropertyItem;
  ULONG FastIoCount;
  const KSFASTPROPERTY_ITEM* FastIoTable;
} KSPROPERTY_SET, *PKSPROPERTY_SET;

#define DEFINE_KSPROPERTY_TABLE(tablename) const KSPROPERTY_ITEM tablename[] =
#define DEFINE_KSPROPERTY_ITEM(PropertyId, GetHandler, MinProperty, MinData, SetHandler, Values, \
                               RelationsCount, Relations, SupportHandler, SerializedSize)        \
  {PropertyId,                                                                                   \
   {(PFNKSHANDLER)GetHandler},                                                                   \
   MinProperty,                                                                                  \
   MinData,                                                                                      \
   {(PFNKSHANDLER)SetHandler},                                                                   \
   (PKSPROPERTY_VALUES)Values,                                                                   \
   RelationsCount,                                                                               \
   (PKSPROPERTY)Relations,                                                                       \
   (PFNKSHANDLER)SupportHandler,                                                                 \
   (ULONG)SerializedSize}
#define DEFINE_KSFASTPROPERTY_ITEM(PropertyId, GetHandler, SetHandler) \
  {PropertyId, {(PFNKSFASTHANDLER)GetHandler}, {(PFNKSFASTHANDLER)SetHandler}, 0}
#define DEFINE_KSPROPERTY_SET(Set, PropertiesCount, PropertyItem, FastIoCount, FastIoTable) \
  {Set, PropertiesCount, PropertyItem, FastIoCount, FastIoTable}
#define DEFINE_KSPROPERTY_SET_TABLE(tablename) const KSPROPERTY_SET tablename[] =

// Most entries have neither values nor relations: one that is read, one that is written, one with
// both.
#define KS_GET_SET_ITEM_(Id, Get, Set, MinProperty, MinData) \
  DEFINE_KSPROPERTY_ITEM(Id, (Get), MinProperty, MinData, (Set), NULL, 0, NULL, NULL, 0)
#define KS_GET_ITEM_(Id, Get, MinProperty, MinData) \
  KS_GET_SET_ITEM_(Id, Get, NULL, MinProperty, MinData)
#define KS_SET_ITEM_(Id, Set, MinProperty, MinData) \
  KS_GET_SET_ITEM_(Id, NULL, Set, MinProperty, MinData)

// Methods.
typedef struct {
  ULONG MethodId;
  union {
    PFNKSHANDLER MethodHandler;
    BOOLEAN MethodSupported;
  };
  ULONG MinMethod;
  ULONG MinData;
  PFNKSHANDLER SupportHandler;
  ULONG Flags;
} KSMETHOD_ITEM, *PKSMETHOD_ITEM;

typedef struct {
  ULONG MethodId;
  union {
    PFNKSFASTHANDLER MethodHandler;
    BOOLEAN MethodSupported;
  };
} KSFASTMETHOD_ITEM, *PKSFASTMETHOD_ITEM;

typedef struct {
  const GUID* Set;
  ULONG MethodsCount;
  const KSMETHOD_ITEM* MethodItem;
  ULONG FastIoCount;
  const KSFASTMETHOD_ITEM* FastIoTable;
} KSMETHOD_SET, *PKSMETHOD_SET;

#define DEFINE_KSMETHOD_TABLE(tablename) const KSMETHOD_ITEM tablename[] =
#define DEFINE_KSMETHOD_ITEM(MethodId, Flags, MethodHandler, MinMethod, MinData, SupportHandler) \
  {MethodId, {(PFNKSHANDLER)MethodHandler}, MinMethod, MinData, SupportHandler, Flags}
#define DEFINE_KSFASTMETHOD_ITEM(MethodId, MethodHandler) \
  {                                                       \
    MethodId, {                                           \
      (PFNKSFASTHANDLER) MethodHandler                    \
    }                                                     \
  }
#define DEFINE_KSMETHOD_SET(Set, MethodsCount, MethodItem, FastIoCount, FastIoTable) \
  {Set, MethodsCount, MethodItem, FastIoCount, FastIoTable}
#define DEFINE_KSMETHOD_SET_TABLE(tablename) const KSMETHOD_SET tablename[] =

// Events.
typedef struct {
  ULONG EventId;
  ULONG DataInput;
  ULONG ExtraEntryData;
  PFNKSADDEVENT AddHandler;
  PFNKSREMOVEEVENT RemoveHandler;
  PFNKSHANDLER SupportHandler;
} KSEVENT_ITEM, *PKSEVENT_ITEM;

typedef struct {
  const GUID* Set;
  ULONG EventsCount;
  const KSEVENT_ITEM* EventItem;
} KSEVENT_SET, *PKSEVENT_SET;

#define DEFINE_KSEVENT_TABLE(tablename) const KSEVENT_ITEM tablename[] =
#define DEFINE_KSEVENT_ITEM(EventId, DataInput, ExtraEntryData, AddHandler, RemoveHandler, \
                            SupportHandler)                                                \
  {EventId, DataInput, ExtraEntryData, AddHandler, RemoveHandler, SupportHandler}
#define DEFINE_KSEVENT_SET(Set, EventsCount, EventItem) {Set, EventsCount, EventItem}
#define DEFINE_KSEVENT_SET_TABLE(tablename) const KSEVENT_SET tablename[] =

typedef struct {
  KDPC Dpc;
  ULONG ReferenceCount;
  KSPIN_LOCK AccessLock;
} KSDPC_ITEM, *PKSDPC_ITEM;

typedef struct {
  KSDPC_ITEM DpcItem;
  LIST_ENTRY BufferList;
} KSBUFFER_ITEM, *PKSBUFFER_ITEM;

#define KSEVENT_ENTRY_DELETED 1
#define KSEVENT_ENTRY_ONESHOT 2
#define KSEVENT_ENTRY_BUFFERED 4

struct _KSEVENT_ENTRY {
  LIST_ENTRY ListEntry;
  PVOID Object;
  union {
    PKSDPC_ITEM DpcItem;
    PKSBUFFER_ITEM BufferItem;
  };
  PKSEVENTDATA EventData;
  ULONG NotificationType;
  const KSEVENT_SET* EventSet;
  const KSEVENT_ITEM* EventItem;
  PFILE_OBJECT FileObject;
  ULONG SemaphoreAdjustment;
  ULONG Reserved;
  ULONG Flags;
};

typedef enum {
  KSEVENTS_NONE,
  KSEVENTS_SPINLOCK,
  KSEVENTS_MUTEX,
  KSEVENTS_FMUTEX,
  KSEVENTS_FMUTEXUNSAFE,
  KSEVENTS_INTERRUPT,
  KSEVENTS_ERESOURCE
} KSEVENTS_LOCKTYPE;

// All three, as an object publishes them.
typedef struct KSAUTOMATION_TABLE_ KSAUTOMATION_TABLE, *PKSAUTOMATION_TABLE;
struct KSAUTOMATION_TABLE_ {
  ULONG PropertySetsCount;
  ULONG PropertyItemSize;
  const KSPROPERTY_SET* PropertySets;
  ULONG MethodSetsCount;
  ULONG MethodItemSize;
  const KSMETHOD_SET* MethodSets;
  ULONG EventSetsCount;
  ULONG EventItemSize;
  const KSEVENT_SET* EventSets;
#ifndef _WIN64
  PVOID Alignment;
#endif
};

#define DEFINE_KSAUTOMATION_TABLE(table) const KSAUTOMATION_TABLE table =
#define DEFINE_KSAUTOMATION_PROPERTIES(table) SIZEOF_ARRAY(table), sizeof(KSPROPERTY_ITEM), table
#define DEFINE_KSAUTOMATION_METHODS(table) SIZEOF_ARRAY(table), sizeof(KSMETHOD_ITEM), table
#define DEFINE_KSAUTOMATION_EVENTS(table) SIZEOF_ARRAY(table), sizeof(KSEVENT_ITEM), table
#define DEFINE_KSAUTOMATION_PROPERTIES_NULL 0, sizeof(KSPROPERTY_ITEM), NULL
#define DEFINE_KSAUTOMATION_METHODS_NULL 0, sizeof(KSMETHOD_ITEM), NULL
#define DEFINE_KSAUTOMATION_EVENTS_NULL 0, sizeof(KSEVENT_ITEM), NULL

// Where the dispatchers keep what they found, in the IRP that they hand to a handler.
#define KS_IRP_STORAGE_(Irp, Type, Index) (*(Type*)&(Irp)->Tail.Overlay.DriverContext[Index])
#define KSCREATE_ITEM_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, PKSOBJECT_CREATE_ITEM, 0)
#define KSEVENT_SET_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSEVENT_SET*, 0)
#define KSEVENT_ITEM_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSEVENT_ITEM*, 3)
#define KSEVENT_ENTRY_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, PKSEVENT_ENTRY, 0)
#define KSMETHOD_SET_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSMETHOD_SET*, 0)
#define KSMETHOD_ITEM_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSMETHOD_ITEM*, 3)
#define KSMETHOD_TYPE_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, ULONG_PTR, 2)
#define KSQUEUE_SPINLOCK_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, PKSPIN_LOCK, 1)
#define KSPROPERTY_SET_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSPROPERTY_SET*, 0)
#define KSPROPERTY_ITEM_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, const KSPROPERTY_ITEM*, 3)
#define KSPROPERTY_ATTRIBUTES_IRP_STORAGE(Irp) KS_IRP_STORAGE_(Irp, PKSATTRIBUTE_LIST, 2)

EXTERN_C_END
