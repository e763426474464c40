// malloc and its kin, and the C++ operators, as user-mode drivers reach them (src/cc/user_heap.h).
#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "src/nt/crt/functions.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

bool is_power_of_two(std::size_t number) { return number != 0 && (number & (number - 1)) == 0; }

bool is_on_this_stack(const void* address) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* begin = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  return address >= begin && address < static_cast<char*>(begin) + bytes;
}

// True for memory that the C++ library allocated with its own operators and the driver deletes,
// such as the text of an error. It is not from this heap, and deleting it is allowed.
bool is_of_the_library(const void* address) {
  Dl_info info;
  return nt::PoolRegion::get().chunk_of(address) == nullptr && !is_on_this_stack(address) &&
         dladdr(address, &info) == 0;
}

[[gnu::always_inline]] inline void* take_or_throw(const HeapRequest& request) {
  void* const out = take_from_heap(request);
  if (out == nullptr) throw std::bad_alloc();
  return out;
}

[[gnu::always_inline]] inline void delete_block(const char* call, void* address,
                                                nt::HeapFamily family) {
  if (address == nullptr) return;
  if (is_of_the_library(address)) {
    ::operator delete(address);
  } else {
    free_heap_block(call, address, family);
  }
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

void* drydock_malloc(std::size_t bytes) { return take_from_heap({nt::HeapFamily::kMalloc, bytes}); }

void* drydock_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  return take_from_heap({.family = nt::HeapFamily::kMalloc, .bytes = all, .zero = true});
}

void drydock_free(void* block) {
  if (block != nullptr) free_heap_block("free", block, nt::HeapFamily::kMalloc);
}

void* drydock_realloc(void* block, std::size_t bytes) {
  if (block == nullptr) return take_from_heap({nt::HeapFamily::kMalloc, bytes});
  if (bytes != 0) return resize("realloc", block, {nt::HeapFamily::kMalloc, bytes});
  free_heap_block("realloc", block, nt::HeapFamily::kMalloc);
  return nullptr;
}

char* drydock_strdup(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  void* const copy = take_from_heap({nt::HeapFamily::kMalloc, bytes});
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, bytes));
}

char* drydock_strndup(const char* text, std::size_t most) {
  const std::size_t length = strnlen(text, most);
  void* const copy =
      take_from_heap({.family = nt::HeapFamily::kMalloc, .bytes = length + 1, .zero = true});
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, length));
}

char16_t* drydock_heap_wcsdup(const char16_t* text) {
  const std::size_t bytes = (drydock_wcslen(text) + 1) * sizeof(char16_t);
  void* const copy = take_from_heap({nt::HeapFamily::kMalloc, bytes});
  return copy == nullptr ? nullptr : static_cast<char16_t*>(std::memcpy(copy, text, bytes));
}

int drydock_posix_memalign(void** out, std::size_t alignment, std::size_t bytes) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* const block =
      take_from_heap({.family = nt::HeapFamily::kMalloc, .bytes = bytes, .alignment = alignment});
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

void* drydock_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (!is_power_of_two(alignment)) return nullptr;
  return take_from_heap(
      {.family = nt::HeapFamily::kMalloc, .bytes = bytes, .alignment = alignment});
}

std::size_t drydock_malloc_usable_size(void* block) {
  if (block == nullptr) return 0;
  const nt::PoolBlock* const record =
      expect_heap_block("_msize", block, nt::HeapFamily::kMalloc, nullptr);
  return record == nullptr ? 0 : record->size;
}

void* _aligned_malloc(std::size_t bytes, std::size_t alignment) {
  if (!is_power_of_two(alignment)) return nullptr;
  return take_from_heap(
      {.family = nt::HeapFamily::kAligned, .bytes = bytes, .alignment = alignment});
}

void _aligned_free(void* block) {
  if (block != nullptr) free_heap_block("_aligned_free", block, nt::HeapFamily::kAligned);
}

void* _aligned_realloc(void* block, std::size_t bytes, std::size_t alignment) {
  if (!is_power_of_two(alignment)) return nullptr;
  const HeapRequest request{
      .family = nt::HeapFamily::kAligned, .bytes = bytes, .alignment = alignment};
  if (block == nullptr) return take_from_heap(request);
  if (bytes != 0) return resize("_aligned_realloc", block, request);
  free_heap_block("_aligned_realloc", block, nt::HeapFamily::kAligned);
  return nullptr;
}

// The operators. A throwing one and one that does not are one family.

void* drydock_new(std::size_t bytes) { return take_or_throw({nt::HeapFamily::kNew, bytes}); }

void* drydock_new_array(std::size_t bytes) {
  return take_or_throw({nt::HeapFamily::kNewArray, bytes});
}

void* drydock_new_nothrow(std::size_t bytes) {
  return take_from_heap({nt::HeapFamily::kNew, bytes});
}

void* drydock_new_array_nothrow(std::size_t bytes) {
  return take_from_heap({nt::HeapFamily::kNewArray, bytes});
}

void* drydock_new_aligned(std::size_t bytes, std::size_t alignment) {
  return take_or_throw({.family = nt::HeapFamily::kNew, .bytes = bytes, .alignment = alignment});
}

void* drydock_new_array_aligned(std::size_t bytes, std::size_t alignment) {
  return take_or_throw(
      {.family = nt::HeapFamily::kNewArray, .bytes = bytes, .alignment = alignment});
}

void* drydock_new_aligned_nothrow(std::size_t bytes, std::size_t alignment) {
  return take_from_heap({.family = nt::HeapFamily::kNew, .bytes = bytes, .alignment = alignment});
}

void* drydock_new_array_aligned_nothrow(std::size_t bytes, std::size_t alignment) {
  return take_from_heap(
      {.family = nt::HeapFamily::kNewArray, .bytes = bytes, .alignment = alignment});
}

void drydock_delete(void* block) { delete_block("operator delete", block, nt::HeapFamily::kNew); }

void drydock_delete_array(void* block) {
  delete_block("operator delete[]", block, nt::HeapFamily::kNewArray);
}

}  // extern "C"
