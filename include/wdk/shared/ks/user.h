// Functions of user mode.
#pragma once

#if !defined(KS_KERNEL_MODE_) && !defined(KS_NO_CREATE_FUNCTIONS)
// Objects created from user mode.
EXTERN_C_START
KSDDKAPI DWORD WINAPI KsCreateAllocator(HANDLE ConnectionHandle,
                                        PKSALLOCATOR_FRAMING AllocatorFraming,
                                        PHANDLE AllocatorHandle);
KSDDKAPI DWORD NTAPI KsCreateClock(HANDLE ConnectionHandle, PKSCLOCK_CREATE ClockCreate,
                                   PHANDLE ClockHandle);
KSDDKAPI DWORD WINAPI KsCreatePin(HANDLE FilterHandle, PKSPIN_CONNECT Connect, ULONG DesiredAccess,
                                  PHANDLE ConnectionHandle);
KSDDKAPI DWORD WINAPI KsCreateTopologyNode(HANDLE ParentHandle, PKSNODE_CREATE NodeCreate,
                                           ULONG DesiredAccess, PHANDLE NodeHandle);
KSDDKAPI HRESULT WINAPI KsCreateAllocator2(HANDLE ConnectionHandle,
                                           PKSALLOCATOR_FRAMING AllocatorFraming,
                                           PHANDLE AllocatorHandle);
KSDDKAPI HRESULT NTAPI KsCreateClock2(HANDLE ConnectionHandle, PKSCLOCK_CREATE ClockCreate,
                                      PHANDLE ClockHandle);
KSDDKAPI HRESULT WINAPI KsCreatePin2(HANDLE FilterHandle, PKSPIN_CONNECT Connect,
                                     ULONG DesiredAccess, PHANDLE ConnectionHandle);
KSDDKAPI HRESULT WINAPI KsCreateTopologyNode2(HANDLE ParentHandle, PKSNODE_CREATE NodeCreate,
                                              ULONG DesiredAccess, PHANDLE NodeHandle);
EXTERN_C_END
#endif
