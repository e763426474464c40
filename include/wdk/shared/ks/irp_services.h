// Services of the class driver for requests, clocks, allocators and headers. Kernel mode only.
#pragma once

EXTERN_C_START

// Events.
KSDDKAPI NTSTATUS NTAPI KsDisableEvent(PIRP Irp, PLIST_ENTRY EventsList,
                                       KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock);
KSDDKAPI VOID NTAPI KsDiscardEvent(PKSEVENT_ENTRY EventEntry);
KSDDKAPI NTSTATUS NTAPI KsEnableEvent(PIRP Irp, ULONG EventSetsCount, const KSEVENT_SET* EventSet,
                                      PLIST_ENTRY EventsList, KSEVENTS_LOCKTYPE EventsFlags,
                                      PVOID EventsLock);
KSDDKAPI NTSTATUS NTAPI KsEnableEventWithAllocator(PIRP Irp, ULONG EventSetsCount,
                                                   const KSEVENT_SET* EventSet,
                                                   PLIST_ENTRY EventsList,
                                                   KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock,
                                                   PFNKSALLOCATOR Allocator, ULONG EventItemSize);
KSDDKAPI VOID NTAPI KsFreeEventList(PFILE_OBJECT FileObject, PLIST_ENTRY EventsList,
                                    KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock);
KSDDKAPI NTSTATUS NTAPI KsGenerateDataEvent(PKSEVENT_ENTRY EventEntry, ULONG DataSize, PVOID Data);
KSDDKAPI NTSTATUS NTAPI KsGenerateEvent(PKSEVENT_ENTRY EventEntry);
KSDDKAPI VOID NTAPI KsGenerateEventList(GUID* Set, ULONG EventId, PLIST_ENTRY EventsList,
                                        KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock);

// Properties and methods.
KSDDKAPI NTSTATUS NTAPI KsDispatchSpecificMethod(PIRP Irp, PFNKSHANDLER Handler);
KSDDKAPI NTSTATUS NTAPI KsDispatchSpecificProperty(PIRP Irp, PFNKSHANDLER Handler);
KSDDKAPI BOOLEAN NTAPI KsFastMethodHandler(PFILE_OBJECT FileObject, PKSMETHOD Method,
                                           ULONG MethodLength, PVOID Data, ULONG DataLength,
                                           PIO_STATUS_BLOCK IoStatus, ULONG MethodSetsCount,
                                           const KSMETHOD_SET* MethodSet);
KSDDKAPI BOOLEAN NTAPI KsFastPropertyHandler(PFILE_OBJECT FileObject, PKSPROPERTY Property,
                                             ULONG PropertyLength, PVOID Data, ULONG DataLength,
                                             PIO_STATUS_BLOCK IoStatus, ULONG PropertySetsCount,
                                             const KSPROPERTY_SET* PropertySet);
KSDDKAPI NTSTATUS NTAPI KsHandleSizedListQuery(PIRP Irp, ULONG DataItemsCount, ULONG DataItemSize,
                                               const VOID* DataItems);
KSDDKAPI NTSTATUS NTAPI KsMethodHandler(PIRP Irp, ULONG MethodSetsCount,
                                        const KSMETHOD_SET* MethodSet);
KSDDKAPI NTSTATUS NTAPI KsMethodHandlerWithAllocator(PIRP Irp, ULONG MethodSetsCount,
                                                     const KSMETHOD_SET* MethodSet,
                                                     PFNKSALLOCATOR Allocator,
                                                     ULONG MethodItemSize);
KSDDKAPI NTSTATUS NTAPI KsPinDataIntersection(PIRP Irp, PKSP_PIN Pin, PVOID Data,
                                              ULONG DescriptorsCount,
                                              const KSPIN_DESCRIPTOR* Descriptor,
                                              PFNKSINTERSECTHANDLER IntersectHandler);
KSDDKAPI NTSTATUS NTAPI KsPinDataIntersectionEx(
    PIRP Irp, PKSP_PIN Pin, PVOID Data, ULONG DescriptorsCount, const KSPIN_DESCRIPTOR* Descriptor,
    ULONG DescriptorSize, PFNKSINTERSECTHANDLEREX IntersectHandler, PVOID HandlerContext);
KSDDKAPI NTSTATUS NTAPI KsPinPropertyHandler(PIRP Irp, PKSPROPERTY Property, PVOID Data,
                                             ULONG DescriptorsCount,
                                             const KSPIN_DESCRIPTOR* Descriptor);
KSDDKAPI NTSTATUS NTAPI KsPropertyHandler(PIRP Irp, ULONG PropertySetsCount,
                                          const KSPROPERTY_SET* PropertySet);
KSDDKAPI NTSTATUS NTAPI KsPropertyHandlerWithAllocator(PIRP Irp, ULONG PropertySetsCount,
                                                       const KSPROPERTY_SET* PropertySet,
                                                       PFNKSALLOCATOR Allocator,
                                                       ULONG PropertyItemSize);
KSDDKAPI NTSTATUS NTAPI KsTopologyPropertyHandler(PIRP Irp, PKSPROPERTY Property, PVOID Data,
                                                  const KSTOPOLOGY* Topology);
KSDDKAPI NTSTATUS NTAPI KsUnserializeObjectPropertiesFromRegistry(PFILE_OBJECT FileObject,
                                                                  HANDLE ParentKey,
                                                                  PUNICODE_STRING RegistryPath);

// Modules, media and filters without pins in the registry.
KSDDKAPI NTSTATUS NTAPI KsLoadResource(PVOID ImageBase, POOL_TYPE PoolType, ULONG_PTR ResourceName,
                                       ULONG ResourceType, PVOID* Resource, PULONG ResourceSize);
KSDDKAPI NTSTATUS NTAPI KsGetImageNameAndResourceId(HANDLE RegKey, PUNICODE_STRING ImageName,
                                                    PULONG_PTR ResourceId, PULONG ValueType);
KSDDKAPI NTSTATUS NTAPI KsMapModuleName(PDEVICE_OBJECT PhysicalDeviceObject,
                                        PUNICODE_STRING ModuleName, PUNICODE_STRING ImageName,
                                        PULONG_PTR ResourceId, PULONG ValueType);
KSDDKAPI NTSTATUS NTAPI KsCacheMedium(PUNICODE_STRING SymbolicLink, PKSPIN_MEDIUM Medium,
                                      ULONG PinDirection);
KSDDKAPI NTSTATUS NTAPI KsRegisterFilterWithNoKSPins(PDEVICE_OBJECT DeviceObject,
                                                     const GUID* InterfaceClassGUID, ULONG PinCount,
                                                     BOOL* PinDirection, KSPIN_MEDIUM* MediumList,
                                                     GUID* CategoryList);

// Allocators.
KSDDKAPI NTSTATUS NTAPI KsCreateAllocator(HANDLE ConnectionHandle,
                                          PKSALLOCATOR_FRAMING AllocatorFraming,
                                          PHANDLE AllocatorHandle);
KSDDKAPI NTSTATUS NTAPI KsCreateDefaultAllocator(PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsCreateDefaultAllocatorEx(PIRP Irp, PVOID InitializeContext,
                                                   PFNKSDEFAULTALLOCATE DefaultAllocate,
                                                   PFNKSDEFAULTFREE DefaultFree,
                                                   PFNKSINITIALIZEALLOCATOR InitializeAllocator,
                                                   PFNKSDELETEALLOCATOR DeleteAllocator);
KSDDKAPI NTSTATUS NTAPI KsValidateAllocatorCreateRequest(PIRP Irp,
                                                         PKSALLOCATOR_FRAMING* AllocatorFraming);
KSDDKAPI NTSTATUS NTAPI KsValidateAllocatorFramingEx(PKSALLOCATOR_FRAMING_EX Framing,
                                                     ULONG BufferSize,
                                                     const KSALLOCATOR_FRAMING_EX* PinFraming);

// Clocks.
KSDDKAPI NTSTATUS NTAPI KsAllocateDefaultClock(PKSDEFAULTCLOCK* DefaultClock);
KSDDKAPI NTSTATUS NTAPI KsAllocateDefaultClockEx(PKSDEFAULTCLOCK* DefaultClock, PVOID Context,
                                                 PFNKSSETTIMER SetTimer,
                                                 PFNKSCANCELTIMER CancelTimer,
                                                 PFNKSCORRELATEDTIME CorrelatedTime,
                                                 const KSRESOLUTION* Resolution, ULONG Flags);
KSDDKAPI NTSTATUS NTAPI KsCreateClock(HANDLE ConnectionHandle, PKSCLOCK_CREATE ClockCreate,
                                      PHANDLE ClockHandle);
KSDDKAPI NTSTATUS NTAPI KsCreateDefaultClock(PIRP Irp, PKSDEFAULTCLOCK DefaultClock);
KSDDKAPI VOID NTAPI KsFreeDefaultClock(PKSDEFAULTCLOCK DefaultClock);
KSDDKAPI KSSTATE NTAPI KsGetDefaultClockState(PKSDEFAULTCLOCK DefaultClock);
KSDDKAPI LONGLONG NTAPI KsGetDefaultClockTime(PKSDEFAULTCLOCK DefaultClock);
KSDDKAPI VOID NTAPI KsSetDefaultClockState(PKSDEFAULTCLOCK DefaultClock, KSSTATE State);
KSDDKAPI VOID NTAPI KsSetDefaultClockTime(PKSDEFAULTCLOCK DefaultClock, LONGLONG Time);
KSDDKAPI NTSTATUS NTAPI KsValidateClockCreateRequest(PIRP Irp, PKSCLOCK_CREATE* ClockCreate);

// Pins and nodes.
KSDDKAPI NTSTATUS NTAPI KsCreatePin(HANDLE FilterHandle, PKSPIN_CONNECT Connect,
                                    ACCESS_MASK DesiredAccess, PHANDLE ConnectionHandle);
KSDDKAPI NTSTATUS NTAPI KsCreateTopologyNode(HANDLE ParentHandle, PKSNODE_CREATE NodeCreate,
                                             ACCESS_MASK DesiredAccess, PHANDLE NodeHandle);
KSDDKAPI NTSTATUS NTAPI KsValidateConnectRequest(PIRP Irp, ULONG DescriptorsCount,
                                                 const KSPIN_DESCRIPTOR* Descriptor,
                                                 PKSPIN_CONNECT* Connect);
KSDDKAPI NTSTATUS NTAPI KsValidateTopologyNodeCreateRequest(PIRP Irp, PKSTOPOLOGY Topology,
                                                            PKSNODE_CREATE* NodeCreate);

// Streaming.
KSDDKAPI NTSTATUS NTAPI KsAcquireCachedMdl(PIRP Irp, REFGUID Guid,
                                           PFNKSCANCELPINNEDMDL CancelRoutine, PVOID CancelContext,
                                           PMDL* MdlAddr, PVOID* ReleaseContext);
KSDDKAPI NTSTATUS NTAPI KsAcquireResetValue(PIRP Irp, KSRESET* ResetValue);
KSDDKAPI NTSTATUS NTAPI KsAllocateExtraData(PIRP Irp, ULONG ExtraSize, PVOID* ExtraBuffer);
KSDDKAPI NTSTATUS NTAPI KsProbeStreamIrp(PIRP Irp, ULONG ProbeFlags, ULONG HeaderSize);
KSDDKAPI NTSTATUS NTAPI KsQueryInformationFile(PFILE_OBJECT FileObject, PVOID FileInformation,
                                               ULONG Length,
                                               FILE_INFORMATION_CLASS FileInformationClass);
KSDDKAPI NTSTATUS NTAPI KsReadFile(PFILE_OBJECT FileObject, PKEVENT Event, PVOID PortContext,
                                   PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length,
                                   ULONG Key, KPROCESSOR_MODE RequestorMode);
KSDDKAPI NTSTATUS NTAPI KsReleaseCachedMdl(REFGUID Guid, PMDL MdlAddr, HANDLE ReleaseContext);
KSDDKAPI NTSTATUS NTAPI KsSetInformationFile(PFILE_OBJECT FileObject, PVOID FileInformation,
                                             ULONG Length,
                                             FILE_INFORMATION_CLASS FileInformationClass);
KSDDKAPI NTSTATUS NTAPI KsStreamIo(PFILE_OBJECT FileObject, PKEVENT Event, PVOID PortContext,
                                   PIO_COMPLETION_ROUTINE CompletionRoutine,
                                   PVOID CompletionContext,
                                   KSCOMPLETION_INVOCATION CompletionInvocationFlags,
                                   PIO_STATUS_BLOCK IoStatusBlock, PVOID StreamHeaders,
                                   ULONG Length, ULONG Flags, KPROCESSOR_MODE RequestorMode);
KSDDKAPI NTSTATUS NTAPI KsWriteFile(PFILE_OBJECT FileObject, PKEVENT Event, PVOID PortContext,
                                    PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length,
                                    ULONG Key, KPROCESSOR_MODE RequestorMode);

// Cancelable queues.
KSDDKAPI VOID NTAPI KsAddIrpToCancelableQueue(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock, PIRP Irp,
                                              KSLIST_ENTRY_LOCATION ListLocation,
                                              PDRIVER_CANCEL DriverCancel);
KSDDKAPI VOID NTAPI KsCancelIo(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock);
KSDDKAPI VOID NTAPI KsCancelRoutine(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsMoveIrpsOnCancelableQueue(PLIST_ENTRY SourceList, PKSPIN_LOCK SourceLock,
                                                    PLIST_ENTRY DestinationList,
                                                    PKSPIN_LOCK DestinationLock,
                                                    KSLIST_ENTRY_LOCATION ListLocation,
                                                    PFNKSIRPLISTCALLBACK ListCallback,
                                                    PVOID Context);
KSDDKAPI VOID NTAPI KsReleaseIrpOnCancelableQueue(PIRP Irp, PDRIVER_CANCEL DriverCancel);
KSDDKAPI PIRP NTAPI KsRemoveIrpFromCancelableQueue(PLIST_ENTRY QueueHead, PKSPIN_LOCK SpinLock,
                                                   KSLIST_ENTRY_LOCATION ListLocation,
                                                   KSIRP_REMOVAL_OPERATION RemovalOperation);
KSDDKAPI VOID NTAPI KsRemoveSpecificIrpFromCancelableQueue(PIRP Irp);

// Dispatch.
KSDDKAPI NTSTATUS NTAPI KsDefaultDeviceIoCompletion(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDefaultDispatchPnp(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDefaultDispatchPower(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDefaultForwardIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI BOOLEAN NTAPI KsDispatchFastIoDeviceControlFailure(
    PFILE_OBJECT FileObject, BOOLEAN Wait, PVOID InputBuffer, ULONG InputBufferLength,
    PVOID OutputBuffer, ULONG OutputBufferLength, ULONG IoControlCode, PIO_STATUS_BLOCK IoStatus,
    PDEVICE_OBJECT DeviceObject);
KSDDKAPI BOOLEAN NTAPI KsDispatchFastReadFailure(PFILE_OBJECT FileObject, PLARGE_INTEGER FileOffset,
                                                 ULONG Length, BOOLEAN Wait, ULONG LockKey,
                                                 PVOID Buffer, PIO_STATUS_BLOCK IoStatus,
                                                 PDEVICE_OBJECT DeviceObject);
KSDDKAPI NTSTATUS NTAPI KsDispatchInvalidDeviceRequest(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDispatchIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDispatchQuerySecurity(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsDispatchSetSecurity(PDEVICE_OBJECT DeviceObject, PIRP Irp);
KSDDKAPI NTSTATUS NTAPI KsForwardAndCatchIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp,
                                             PFILE_OBJECT FileObject, KSSTACK_USE StackUse);
KSDDKAPI NTSTATUS NTAPI KsForwardIrp(PIRP Irp, PFILE_OBJECT FileObject, BOOLEAN ReuseStackLocation);
KSDDKAPI VOID NTAPI KsNullDriverUnload(PDRIVER_OBJECT DriverObject);
KSDDKAPI NTSTATUS NTAPI KsSetMajorFunctionHandler(PDRIVER_OBJECT DriverObject, ULONG MajorFunction);
KSDDKAPI NTSTATUS NTAPI KsSynchronousIoControlDevice(PFILE_OBJECT FileObject,
                                                     KPROCESSOR_MODE RequestorMode, ULONG IoControl,
                                                     PVOID InBuffer, ULONG InSize, PVOID OutBuffer,
                                                     ULONG OutSize, PULONG BytesReturned);
#define KsDispatchFastWriteFailure KsDispatchFastReadFailure

// Device and object headers.
KSDDKAPI VOID NTAPI KsAcquireDeviceSecurityLock(KSDEVICE_HEADER Header, BOOLEAN Exclusive);
KSDDKAPI NTSTATUS NTAPI
KsAddObjectCreateItemToDeviceHeader(KSDEVICE_HEADER Header, PDRIVER_DISPATCH Create, PVOID Context,
                                    PWSTR ObjectClass, PSECURITY_DESCRIPTOR SecurityDescriptor);
KSDDKAPI NTSTATUS NTAPI
KsAddObjectCreateItemToObjectHeader(KSOBJECT_HEADER Header, PDRIVER_DISPATCH Create, PVOID Context,
                                    PWSTR ObjectClass, PSECURITY_DESCRIPTOR SecurityDescriptor);
KSDDKAPI NTSTATUS NTAPI KsAllocateDeviceHeader(KSDEVICE_HEADER* Header, ULONG ItemsCount,
                                               PKSOBJECT_CREATE_ITEM ItemsList);
KSDDKAPI NTSTATUS NTAPI KsAllocateObjectCreateItem(KSDEVICE_HEADER Header,
                                                   PKSOBJECT_CREATE_ITEM CreateItem,
                                                   BOOLEAN AllocateEntry,
                                                   PFNKSITEMFREECALLBACK ItemFreeCallback);
KSDDKAPI NTSTATUS NTAPI KsAllocateObjectHeader(KSOBJECT_HEADER* Header, ULONG ItemsCount,
                                               PKSOBJECT_CREATE_ITEM ItemsList, PIRP Irp,
                                               const KSDISPATCH_TABLE* Table);
KSDDKAPI NTSTATUS NTAPI KsCreateDefaultSecurity(PSECURITY_DESCRIPTOR ParentSecurity,
                                                PSECURITY_DESCRIPTOR* DefaultSecurity);
KSDDKAPI VOID NTAPI KsFreeDeviceHeader(KSDEVICE_HEADER Header);
KSDDKAPI NTSTATUS NTAPI KsFreeObjectCreateItem(KSDEVICE_HEADER Header, PUNICODE_STRING CreateItem);
KSDDKAPI NTSTATUS NTAPI KsFreeObjectCreateItemsByContext(KSDEVICE_HEADER Header, PVOID Context);
KSDDKAPI VOID NTAPI KsFreeObjectHeader(KSOBJECT_HEADER Header);
KSDDKAPI PDEVICE_OBJECT NTAPI KsQueryDevicePnpObject(KSDEVICE_HEADER Header);
KSDDKAPI ACCESS_MASK NTAPI KsQueryObjectAccessMask(KSOBJECT_HEADER Header);
KSDDKAPI PKSOBJECT_CREATE_ITEM NTAPI KsQueryObjectCreateItem(KSOBJECT_HEADER Header);
KSDDKAPI VOID NTAPI KsRecalculateStackDepth(KSDEVICE_HEADER Header, BOOLEAN ReuseStackLocation);
KSDDKAPI VOID NTAPI KsReleaseDeviceSecurityLock(KSDEVICE_HEADER Header);
KSDDKAPI VOID NTAPI KsSetDevicePnpAndBaseObject(KSDEVICE_HEADER Header,
                                                PDEVICE_OBJECT PnpDeviceObject,
                                                PDEVICE_OBJECT BaseObject);
KSDDKAPI VOID NTAPI KsSetPowerDispatch(KSOBJECT_HEADER Header, PFNKSCONTEXT_DISPATCH PowerDispatch,
                                       PVOID PowerContext);
KSDDKAPI VOID NTAPI KsSetTargetDeviceObject(KSOBJECT_HEADER Header, PDEVICE_OBJECT TargetDevice);
KSDDKAPI VOID NTAPI KsSetTargetState(KSOBJECT_HEADER Header, KSTARGET_STATE TargetState);

// Workers.
KSDDKAPI ULONG NTAPI KsDecrementCountedWorker(PKSWORKER Worker);
KSDDKAPI ULONG NTAPI KsIncrementCountedWorker(PKSWORKER Worker);
KSDDKAPI NTSTATUS NTAPI KsQueueWorkItem(PKSWORKER Worker, PWORK_QUEUE_ITEM WorkItem);
KSDDKAPI NTSTATUS NTAPI KsRegisterCountedWorker(WORK_QUEUE_TYPE WorkQueueType,
                                                PWORK_QUEUE_ITEM CountedWorkItem,
                                                PKSWORKER* Worker);
KSDDKAPI NTSTATUS NTAPI KsRegisterWorker(WORK_QUEUE_TYPE WorkQueueType, PKSWORKER* Worker);
KSDDKAPI VOID NTAPI KsUnregisterWorker(PKSWORKER Worker);

#ifndef MAKEINTRESOURCE
#define MAKEINTRESOURCE(r) ((ULONG_PTR)(USHORT)r)
#endif
#ifndef RT_STRING
#define RT_STRING MAKEINTRESOURCE(6)
#define RT_RCDATA MAKEINTRESOURCE(10)
#endif

// Resources, buses and mediums.
KSDDKAPI NTSTATUS NTAPI KsCacheMedium(PUNICODE_STRING SymbolicLink, PKSPIN_MEDIUM Medium,
                                      ULONG PinDirection);
KSDDKAPI VOID NTAPI KsDereferenceBusObject(KSDEVICE_HEADER Header);
KSDDKAPI NTSTATUS NTAPI KsGetImageNameAndResourceId(HANDLE RegKey, PUNICODE_STRING ImageName,
                                                    PULONG_PTR ResourceId, PULONG ValueType);
KSDDKAPI NTSTATUS NTAPI KsLoadResource(PVOID ImageBase, POOL_TYPE PoolType, ULONG_PTR ResourceName,
                                       ULONG ResourceType, PVOID* Resource, PULONG ResourceSize);
KSDDKAPI NTSTATUS NTAPI KsMapModuleName(PDEVICE_OBJECT PhysicalDeviceObject,
                                        PUNICODE_STRING ModuleName, PUNICODE_STRING ImageName,
                                        PULONG_PTR ResourceId, PULONG ValueType);
KSDDKAPI NTSTATUS NTAPI KsReferenceBusObject(KSDEVICE_HEADER Header);
EXTERN_C_END
