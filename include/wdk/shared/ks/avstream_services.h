// Services of the class driver for AVStream objects. Kernel mode only.
#pragma once

EXTERN_C_START

// Drivers and devices.
KSDDKAPI VOID NTAPI KsAcquireDevice(PKSDEVICE Device);
KSDDKAPI NTSTATUS NTAPI KsAddDevice(PDRIVER_OBJECT DriverObject,
                                    PDEVICE_OBJECT PhysicalDeviceObject);
KSDDKAPI NTSTATUS NTAPI KsCreateDevice(PDRIVER_OBJECT DriverObject,
                                       PDEVICE_OBJECT PhysicalDeviceObject,
                                       const KSDEVICE_DESCRIPTOR* Descriptor, ULONG ExtensionSize,
                                       PKSDEVICE* Device);
KSDDKAPI ULONG NTAPI KsDeviceGetBusData(PKSDEVICE Device, ULONG DataType, PVOID Buffer,
                                        ULONG Offset, ULONG Length);
KSDDKAPI VOID NTAPI KsDeviceRegisterAdapterObject(PKSDEVICE Device, PADAPTER_OBJECT AdapterObject,
                                                  ULONG MaxMappingsByteCount,
                                                  ULONG MappingTableStride);
KSDDKAPI NTSTATUS NTAPI KsDeviceRegisterThermalDispatch(
    PKSDEVICE KsDevice, PKSDEVICE_THERMAL_DISPATCH KsDeviceThermalDispatch);
KSDDKAPI ULONG NTAPI KsDeviceSetBusData(PKSDEVICE Device, ULONG DataType, PVOID Buffer,
                                        ULONG Offset, ULONG Length);
KSDDKAPI NTSTATUS NTAPI KsGenerateThermalEvent(PVOID Object, KSDEVICE_THERMAL_STATE Value);
KSDDKAPI PKSDEVICE NTAPI KsGetDevice(PVOID Object);
KSDDKAPI PKSDEVICE NTAPI KsGetDeviceForDeviceObject(PDEVICE_OBJECT FunctionalDeviceObject);
KSDDKAPI NTSTATUS NTAPI KsInitializeDevice(PDEVICE_OBJECT FunctionalDeviceObject,
                                           PDEVICE_OBJECT PhysicalDeviceObject,
                                           PDEVICE_OBJECT NextDeviceObject,
                                           const KSDEVICE_DESCRIPTOR* Descriptor);
KSDDKAPI NTSTATUS NTAPI KsInitializeDriver(PDRIVER_OBJECT DriverObject,
                                           PUNICODE_STRING RegistryPathName,
                                           const KSDEVICE_DESCRIPTOR* Descriptor);
KSDDKAPI VOID NTAPI KsReleaseDevice(PKSDEVICE Device);
KSDDKAPI VOID NTAPI KsTerminateDevice(PDEVICE_OBJECT DeviceObject);
FORCEINLINE PKSDEVICE KsFilterFactoryGetDevice(PKSFILTERFACTORY FilterFactory) {
  return KsGetDevice((PVOID)FilterFactory);
}
FORCEINLINE PKSDEVICE KsFilterGetDevice(PKSFILTER Filter) {
  return KsGetDevice((PVOID)Filter);
}
FORCEINLINE PKSDEVICE KsPinGetDevice(PKSPIN Pin) {
  return KsGetDevice((PVOID)Pin);
}

// Filter factories and device profiles.
KSDDKAPI NTSTATUS NTAPI
KsCreateFilterFactory(PDEVICE_OBJECT DeviceObject, const KSFILTER_DESCRIPTOR* Descriptor,
                      PWSTR RefString, PSECURITY_DESCRIPTOR SecurityDescriptor,
                      ULONG CreateItemFlags, PFNKSFILTERFACTORYPOWER SleepCallback,
                      PFNKSFILTERFACTORYPOWER WakeCallback, PKSFILTERFACTORY* FilterFactory);
KSDDKAPI NTSTATUS NTAPI KsFilterFactoryAddCreateItem(PKSFILTERFACTORY FilterFactory,
                                                     PWSTR RefString,
                                                     PSECURITY_DESCRIPTOR SecurityDescriptor,
                                                     ULONG CreateItemFlags);
KSDDKAPI PUNICODE_STRING NTAPI KsFilterFactoryGetSymbolicLink(PKSFILTERFACTORY FilterFactory);
KSDDKAPI NTSTATUS NTAPI KsFilterFactorySetDeviceClassesState(PKSFILTERFACTORY FilterFactory,
                                                             BOOLEAN NewState);
KSDDKAPI NTSTATUS NTAPI KsFilterFactoryUpdateCacheData(PKSFILTERFACTORY FilterFactory,
                                                       const KSFILTER_DESCRIPTOR* FilterDescriptor);
KSDDKAPI NTSTATUS NTAPI KsInitializeDeviceProfile(PKSFILTERFACTORY FilterFactory);
KSDDKAPI NTSTATUS NTAPI KsPersistDeviceProfile(PKSFILTERFACTORY FilterFactory);
KSDDKAPI NTSTATUS NTAPI KsPublishDeviceProfile(PKSFILTERFACTORY FilterFactory,
                                               PKSDEVICE_PROFILE_INFO Profile);
#define KsDeleteFilterFactory(FilterFactory)                              \
  KsFreeObjectCreateItemsByContext(                                       \
      *(KSDEVICE_HEADER*)(KsFilterFactoryGetParentDevice(FilterFactory)   \
                              ->FunctionalDeviceObject->DeviceExtension), \
      FilterFactory)

// Filters and their pin types and nodes.
KSDDKAPI NTSTATUS NTAPI
KsFilterAddTopologyConnections(PKSFILTER Filter, ULONG NewConnectionsCount,
                               const KSTOPOLOGY_CONNECTION* const NewTopologyConnections);
KSDDKAPI NTSTATUS NTAPI KsFilterCreateNode(PKSFILTER Filter,
                                           const KSNODE_DESCRIPTOR* const NodeDescriptor,
                                           PULONG NodeID);
KSDDKAPI NTSTATUS NTAPI KsFilterCreatePinFactory(PKSFILTER Filter,
                                                 const KSPIN_DESCRIPTOR_EX* const PinDescriptor,
                                                 PULONG PinID);
KSDDKAPI VOID NTAPI KsFilterRegisterPowerCallbacks(PKSFILTER Filter, PFNKSFILTERPOWER Sleep,
                                                   PFNKSFILTERPOWER Wake);
KSDDKAPI NTSTATUS NTAPI KsMergeAutomationTables(PKSAUTOMATION_TABLE* AutomationTableAB,
                                                PKSAUTOMATION_TABLE AutomationTableA,
                                                PKSAUTOMATION_TABLE AutomationTableB,
                                                KSOBJECT_BAG Bag);
KSDDKAPI NTSTATUS NTAPI KsRegisterFilterWithNoKSPins(PDEVICE_OBJECT DeviceObject,
                                                     const GUID* InterfaceClassGUID, ULONG PinCount,
                                                     BOOL* PinDirection, KSPIN_MEDIUM* MediumList,
                                                     GUID* CategoryList);

// The object tree.
KSDDKAPI ULONG NTAPI KsFilterGetChildPinCount(PKSFILTER Filter, ULONG PinId);
KSDDKAPI PKSPIN NTAPI KsFilterGetFirstChildPin(PKSFILTER Filter, ULONG PinId);
KSDDKAPI PKSFILTER NTAPI KsGetFilterFromIrp(PIRP Irp);
KSDDKAPI PVOID NTAPI KsGetFirstChild(PVOID Object);
KSDDKAPI PVOID NTAPI KsGetNextSibling(PVOID Object);
KSDDKAPI ULONG NTAPI KsGetNodeIdFromIrp(PIRP Irp);
KSDDKAPI PVOID NTAPI KsGetObjectFromFileObject(PFILE_OBJECT FileObject);
KSDDKAPI KSOBJECTTYPE NTAPI KsGetObjectTypeFromFileObject(PFILE_OBJECT FileObject);
KSDDKAPI KSOBJECTTYPE NTAPI KsGetObjectTypeFromIrp(PIRP Irp);
KSDDKAPI PVOID NTAPI KsGetParent(PVOID Object);
KSDDKAPI PKSPIN NTAPI KsGetPinFromIrp(PIRP Irp);
KSDDKAPI PKSPIN NTAPI KsPinGetNextSiblingPin(PKSPIN Pin);
KSDDKAPI PKSFILTER NTAPI KsPinGetParentFilter(PKSPIN Pin);
FORCEINLINE PKSDEVICE KsFilterFactoryGetParentDevice(PKSFILTERFACTORY FilterFactory) {
  return (PKSDEVICE)KsGetParent((PVOID)FilterFactory);
}
FORCEINLINE PKSFILTERFACTORY KsFilterGetParentFilterFactory(PKSFILTER Filter) {
  return (PKSFILTERFACTORY)KsGetParent((PVOID)Filter);
}
FORCEINLINE PKSFILTERFACTORY KsDeviceGetFirstChildFilterFactory(PKSDEVICE Device) {
  return (PKSFILTERFACTORY)KsGetFirstChild((PVOID)Device);
}
FORCEINLINE PKSFILTER KsFilterFactoryGetFirstChildFilter(PKSFILTERFACTORY FilterFactory) {
  return (PKSFILTER)KsGetFirstChild((PVOID)FilterFactory);
}
FORCEINLINE PKSFILTERFACTORY
KsFilterFactoryGetNextSiblingFilterFactory(PKSFILTERFACTORY FilterFactory) {
  return (PKSFILTERFACTORY)KsGetNextSibling((PVOID)FilterFactory);
}
FORCEINLINE PKSFILTER KsFilterGetNextSiblingFilter(PKSFILTER Filter) {
  return (PKSFILTER)KsGetNextSibling((PVOID)Filter);
}
FORCEINLINE PKSFILTER KsGetFilterFromFileObject(PFILE_OBJECT FileObject) {
  return (PKSFILTER)KsGetObjectFromFileObject(FileObject);
}
FORCEINLINE PKSPIN KsGetPinFromFileObject(PFILE_OBJECT FileObject) {
  return (PKSPIN)KsGetObjectFromFileObject(FileObject);
}

// Mutexes, gates and processing.
KSDDKAPI VOID NTAPI KsAcquireControl(PVOID Object);
KSDDKAPI VOID NTAPI KsCompletePendingRequest(PIRP Irp);
KSDDKAPI VOID NTAPI KsFilterAcquireProcessingMutex(PKSFILTER Filter);
KSDDKAPI VOID NTAPI KsFilterAttemptProcessing(PKSFILTER Filter, BOOLEAN Asynchronous);
KSDDKAPI PKSGATE NTAPI KsFilterGetAndGate(PKSFILTER Filter);
KSDDKAPI VOID NTAPI KsFilterReleaseProcessingMutex(PKSFILTER Filter);
KSDDKAPI VOID NTAPI KsPinAcquireProcessingMutex(PKSPIN Pin);
KSDDKAPI VOID NTAPI KsPinAttachAndGate(PKSPIN Pin, PKSGATE AndGate);
KSDDKAPI VOID NTAPI KsPinAttachOrGate(PKSPIN Pin, PKSGATE OrGate);
KSDDKAPI VOID NTAPI KsPinAttemptProcessing(PKSPIN Pin, BOOLEAN Asynchronous);
KSDDKAPI PKSGATE NTAPI KsPinGetAndGate(PKSPIN Pin);
KSDDKAPI VOID NTAPI KsPinGetCopyRelationships(PKSPIN Pin, PKSPIN* CopySource,
                                              PKSPIN* DelegateBranch);
KSDDKAPI VOID NTAPI KsPinReleaseProcessingMutex(PKSPIN Pin);
KSDDKAPI BOOLEAN NTAPI KsProcessPinUpdate(PKSPROCESSPIN ProcessPin);
KSDDKAPI VOID NTAPI KsReleaseControl(PVOID Object);
FORCEINLINE VOID KsFilterAcquireControl(PKSFILTER Filter) {
  KsAcquireControl((PVOID)Filter);
}
FORCEINLINE VOID KsFilterReleaseControl(PKSFILTER Filter) {
  KsReleaseControl((PVOID)Filter);
}
FORCEINLINE VOID KsPinAcquireControl(PKSPIN Pin) {
  KsAcquireControl((PVOID)Pin);
}
FORCEINLINE VOID KsPinReleaseControl(PKSPIN Pin) {
  KsReleaseControl((PVOID)Pin);
}

// Stream pointers.
KSDDKAPI NTSTATUS NTAPI KsPinGetAvailableByteCount(PKSPIN Pin, PLONG InputDataBytes,
                                                   PLONG OutputBufferBytes);
KSDDKAPI PKSSTREAM_POINTER NTAPI KsPinGetFirstCloneStreamPointer(PKSPIN Pin);
KSDDKAPI PKSSTREAM_POINTER NTAPI KsPinGetLeadingEdgeStreamPointer(PKSPIN Pin,
                                                                  KSSTREAM_POINTER_STATE State);
KSDDKAPI PKSSTREAM_POINTER NTAPI KsPinGetTrailingEdgeStreamPointer(PKSPIN Pin,
                                                                   KSSTREAM_POINTER_STATE State);
KSDDKAPI NTSTATUS NTAPI KsStreamPointerAdvance(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI NTSTATUS NTAPI KsStreamPointerAdvanceOffsets(PKSSTREAM_POINTER StreamPointer, ULONG InUsed,
                                                      ULONG OutUsed, BOOLEAN Eject);
KSDDKAPI VOID NTAPI KsStreamPointerAdvanceOffsetsAndUnlock(PKSSTREAM_POINTER StreamPointer,
                                                           ULONG InUsed, ULONG OutUsed,
                                                           BOOLEAN Eject);
KSDDKAPI VOID NTAPI KsStreamPointerCancelTimeout(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI NTSTATUS NTAPI KsStreamPointerClone(PKSSTREAM_POINTER StreamPointer,
                                             PFNKSSTREAMPOINTER CancelCallback, ULONG ContextSize,
                                             PKSSTREAM_POINTER* CloneStreamPointer);
KSDDKAPI VOID NTAPI KsStreamPointerDelete(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI PIRP NTAPI KsStreamPointerGetIrp(PKSSTREAM_POINTER StreamPointer, PBOOLEAN FirstFrameInIrp,
                                          PBOOLEAN LastFrameInIrp);
KSDDKAPI PMDL NTAPI KsStreamPointerGetMdl(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI PKSSTREAM_POINTER NTAPI KsStreamPointerGetNextClone(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI NTSTATUS NTAPI KsStreamPointerLock(PKSSTREAM_POINTER StreamPointer);
KSDDKAPI VOID NTAPI KsStreamPointerScheduleTimeout(PKSSTREAM_POINTER StreamPointer,
                                                   PFNKSSTREAMPOINTER Callback, ULONGLONG Interval);
KSDDKAPI NTSTATUS NTAPI KsStreamPointerSetStatusCode(PKSSTREAM_POINTER StreamPointer,
                                                     NTSTATUS Status);
KSDDKAPI VOID NTAPI KsStreamPointerUnlock(PKSSTREAM_POINTER StreamPointer, BOOLEAN Eject);

// Frames, connections and callbacks of pins.
KSDDKAPI NTSTATUS NTAPI KsPinGetConnectedFilterInterface(PKSPIN Pin, const GUID* InterfaceId,
                                                         PVOID* Interface);
KSDDKAPI PDEVICE_OBJECT NTAPI KsPinGetConnectedPinDeviceObject(PKSPIN Pin);
KSDDKAPI PFILE_OBJECT NTAPI KsPinGetConnectedPinFileObject(PKSPIN Pin);
KSDDKAPI NTSTATUS NTAPI KsPinGetConnectedPinInterface(PKSPIN Pin, const GUID* InterfaceId,
                                                      PVOID* Interface);
KSDDKAPI NTSTATUS NTAPI KsPinHandshake(PKSPIN Pin, PKSHANDSHAKE In, PKSHANDSHAKE Out);
KSDDKAPI VOID NTAPI KsPinRegisterFrameReturnCallback(PKSPIN Pin, PFNKSPINFRAMERETURN FrameReturn);
KSDDKAPI VOID NTAPI KsPinRegisterHandshakeCallback(PKSPIN Pin, PFNKSPINHANDSHAKE Handshake);
KSDDKAPI VOID NTAPI KsPinRegisterIrpCompletionCallback(PKSPIN Pin,
                                                       PFNKSPINIRPCOMPLETION IrpCompletion);
KSDDKAPI VOID NTAPI KsPinRegisterPowerCallbacks(PKSPIN Pin, PFNKSPINPOWER Sleep,
                                                PFNKSPINPOWER Wake);
KSDDKAPI VOID NTAPI KsPinSetPinClockTime(PKSPIN Pin, LONGLONG Time);
KSDDKAPI NTSTATUS NTAPI KsPinSubmitFrame(PKSPIN Pin, PVOID Data, ULONG Size,
                                         PKSSTREAM_HEADER StreamHeader, PVOID Context);
KSDDKAPI NTSTATUS NTAPI KsPinSubmitFrameMdl(PKSPIN Pin, PMDL Mdl, PKSSTREAM_HEADER StreamHeader,
                                            PVOID Context);

// Events.
KSDDKAPI VOID NTAPI KsAddEvent(PVOID Object, PKSEVENT_ENTRY EventEntry);
KSDDKAPI NTSTATUS NTAPI KsDefaultAddEventHandler(PIRP Irp, PKSEVENTDATA EventData,
                                                 PKSEVENT_ENTRY EventEntry);
KSDDKAPI VOID NTAPI KsGenerateEvents(PVOID Object, const GUID* EventSet, ULONG EventId,
                                     ULONG DataSize, PVOID Data,
                                     PFNKSGENERATEEVENTCALLBACK CallBack, PVOID CallBackContext);
FORCEINLINE VOID KsFilterAddEvent(PKSFILTER Filter, PKSEVENT_ENTRY EventEntry) {
  KsAddEvent(Filter, EventEntry);
}
FORCEINLINE VOID KsFilterGenerateEvents(PKSFILTER Filter, const GUID* EventSet, ULONG EventId,
                                        ULONG DataSize, PVOID Data,
                                        PFNKSGENERATEEVENTCALLBACK CallBack,
                                        PVOID CallBackContext) {
  KsGenerateEvents(Filter, EventSet, EventId, DataSize, Data, CallBack, CallBackContext);
}
FORCEINLINE VOID KsPinAddEvent(PKSPIN Pin, PKSEVENT_ENTRY EventEntry) {
  KsAddEvent(Pin, EventEntry);
}
FORCEINLINE VOID KsPinGenerateEvents(PKSPIN Pin, const GUID* EventSet, ULONG EventId,
                                     ULONG DataSize, PVOID Data,
                                     PFNKSGENERATEEVENTCALLBACK CallBack, PVOID CallBackContext) {
  KsGenerateEvents(Pin, EventSet, EventId, DataSize, Data, CallBack, CallBackContext);
}

// Object bags.
KSDDKAPI NTSTATUS NTAPI _KsEdit(KSOBJECT_BAG ObjectBag, PVOID* PointerToPointerToItem,
                                ULONG NewSize, ULONG OldSize, ULONG Tag);
KSDDKAPI NTSTATUS NTAPI KsAddItemToObjectBag(KSOBJECT_BAG ObjectBag, PVOID Item, PFNKSFREE Free);
KSDDKAPI NTSTATUS NTAPI KsAllocateObjectBag(PKSDEVICE Device, KSOBJECT_BAG* ObjectBag);
KSDDKAPI NTSTATUS NTAPI KsCopyObjectBagItems(KSOBJECT_BAG ObjectBagDestination,
                                             KSOBJECT_BAG ObjectBagSource);
KSDDKAPI VOID NTAPI KsFreeObjectBag(KSOBJECT_BAG ObjectBag);
KSDDKAPI ULONG NTAPI KsRemoveItemFromObjectBag(KSOBJECT_BAG ObjectBag, PVOID Item, BOOLEAN Free);

#define KsDiscard(Object, Pointer) KsRemoveItemFromObjectBag((Object)->Bag, (PVOID)(Pointer), TRUE)
#define KsEdit(Object, PointerToPointer, Tag)                                      \
  _KsEdit((Object)->Bag, (PVOID*)(PointerToPointer), sizeof(**(PointerToPointer)), \
          sizeof(**(PointerToPointer)), (Tag))
#define KsEditSized(Object, PointerToPointer, NewSize, OldSize, Tag) \
  _KsEdit((Object)->Bag, (PVOID*)(PointerToPointer), (NewSize), (OldSize), (Tag))
EXTERN_C_END
