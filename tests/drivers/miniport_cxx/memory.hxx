#pragma once

// Allocation of C++ objects from pool. operator new returns NULL when there is none.
void* __cdecl operator new(size_t Size, POOL_TYPE PoolType) throw();
void* __cdecl operator new[](size_t Size, POOL_TYPE PoolType) throw();
void __cdecl operator delete(void* pObject);
void __cdecl operator delete[](void* pObject);
void __cdecl operator delete(void* pObject, size_t Size);
