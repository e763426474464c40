// What the minidrivers share: the headers of AVStream in the order that they need, objects from
// pool, and objects that a bag owns.
#pragma once

extern "C" {
#include <wdm.h>
}
// clang-format off: ks.h declares the clock's interface only to those who know IUnknown
#include <windef.h>
#include <unknwn.h>
#include <ks.h>
#include <ksmedia.h>
// clang-format on

// Allocates from pool; null when there is none.
void* operator new(size_t size, POOL_TYPE type) noexcept;
void operator delete(void* object) noexcept;
void operator delete(void* object, size_t size) noexcept;

// Frees what an object bag holds.
template <class T>
VOID delete_from_bag(PVOID object) {
  delete static_cast<T*>(object);
}

// Puts a new object into a bag, which owns it then; deletes it when that fails.
template <class T>
NTSTATUS keep_in_bag(KSOBJECT_BAG bag, T* object) {
  if (object == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const NTSTATUS status = KsAddItemToObjectBag(bag, object, delete_from_bag<T>);
  if (!NT_SUCCESS(status)) delete object;
  return status;
}
