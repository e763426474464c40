extern "C" {
#include "ntddk.h"
}
#include "Memory.hxx"

#define MEMORY_TAG 'xxC '

_When_((PoolType & NonPagedPoolMustSucceed) != 0, __drv_reportError("Must succeed pool allocations are forbidden."))
void* __cdecl operator new(size_t Size, POOL_TYPE PoolType) throw()
{
    Size = (Size != 0) ? Size : 1;
    return ExAllocatePoolWithTag(PoolType, Size, MEMORY_TAG);
}

void* __cdecl operator new[](size_t Size, POOL_TYPE PoolType) throw()
{
    return operator new(Size, PoolType);
}

void __cdecl operator delete(void* pObject)
{
    if (pObject != NULL)
    {
        ExFreePool(pObject);
    }
}

void __cdecl operator delete[](void* pObject)
{
    operator delete(pObject);
}

void __cdecl operator delete(void* pObject, size_t Size)
{
    UNREFERENCED_PARAMETER(Size);
    operator delete(pObject);
}
