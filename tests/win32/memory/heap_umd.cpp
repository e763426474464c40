// A user-mode driver whose only job is its heap: what it does well and badly, by name. Its adapter
// handle is the list of its deeds.
#include <d3dumddi.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#include <functional>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace {

void* volatile sink;  // keeps the compiler from folding what is taken and given back
char* block;
std::vector<int> global_vector;
std::map<int, void*>* adapter_cache;

template <typename T>
T* seen(T* block) {
  sink = const_cast<void*>(static_cast<const volatile void*>(block));
  return static_cast<T*>(sink);
}

char* text(void* block) { return static_cast<char*>(block); }

struct Owner {
  ~Owner() { delete block; /*second delete*/ }
  int* block;
};

// What is left.
void LeakMalloc() { seen(malloc(40)); /*LeakMalloc*/ }
void LeakCalloc() { seen(calloc(4, 10)); /*LeakCalloc*/ }
void LeakRealloc() { seen(realloc(malloc(40), 80)); /*LeakRealloc*/ }
void LeakStrdup() { seen(_strdup("forty")); /*LeakStrdup*/ }
void LeakWcsdup() { seen(_wcsdup(L"forty")); /*LeakWcsdup*/ }
void LeakNew() { seen(new int(40)); /*LeakNew*/ }
void LeakNewArray() { seen(new char[40]); /*LeakNewArray*/ }
void LeakNothrow() { seen(new (std::nothrow) int(40)); /*LeakNothrow*/ }
void LeakAligned() { seen(_aligned_malloc(40, 256)); /*LeakAligned*/ }
void LeakHeapAlloc() { seen(HeapAlloc(GetProcessHeap(), 0, 40)); /*LeakHeapAlloc*/ }
void LeakHeapCreate() { seen(HeapCreate(0, 0, 0)); /*LeakHeapCreate*/ }
void LeakLocal() { seen(LocalAlloc(0x40, 40)); /*LeakLocal*/ }
void LeakGlobal() { seen(GlobalAlloc(0x40, 40)); /*LeakGlobal*/ }
void LeakVirtual() {
  seen(VirtualAlloc(NULL, 40, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)); /*LeakVirtual*/
}

// All of them given back, each by its own.
void GiveBackC() {
  free(seen(malloc(40)));
  free(seen(calloc(4, 10)));
  free(realloc(seen(malloc(40)), 80));
  free(realloc(NULL, 0));
  free(seen(_strdup("forty")));
  free(seen(_wcsdup(L"forty")));
  free(NULL);
  char* aligned = text(_aligned_malloc(40, 256));
  if ((reinterpret_cast<ULONG_PTR>(aligned) & 255) != 0) abort();
  aligned = text(_aligned_realloc(aligned, 8000, 64 * 1024));
  if ((reinterpret_cast<ULONG_PTR>(aligned) & 0xffff) != 0) abort();
  _aligned_free(aligned);
  char* grown = text(malloc(3));
  memcpy(grown, "ab", 3);
  grown = text(realloc(grown, 100000));
  if (strcmp(grown, "ab") != 0 || _msize(grown) != 100000) abort();
  free(grown);
}

struct alignas(128) Wide {
  char bytes[128];
};

void GiveBackCxx() {
  delete seen(new int(40));
  delete[] seen(new char[40]);
  delete seen(new (std::nothrow) int(40));
  delete seen(new Wide);
  std::vector<std::string> lines(10, std::string(100, 'x'));
  lines.push_back("more" + lines[0]);
  std::map<int, std::wstring> names;
  for (int i = 0; i < 10; ++i) names[i] = std::wstring(50, L'y');
  const auto shared = std::make_shared<std::vector<int>>(100);
  const std::function<size_t()> counts = [shared, lines] { return shared->size() + lines.size(); };
  if (counts() != 111) abort();
  // This text is made inside the C++ library.
  const std::string error = std::make_error_code(std::errc::no_such_file_or_directory).message();
  if (error.empty()) abort();
  global_vector.assign(100, 1);  // goes with the library
}

void GiveBackWin32() {
  HeapFree(GetProcessHeap(), 0, seen(HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, 40)));
  HANDLE heap = HeapCreate(0, 0, 0);
  seen(HeapAlloc(heap, 0, 40));  // goes with the heap
  char* block = text(HeapAlloc(heap, 0, 40));
  if (HeapSize(heap, 0, block) != 40 || !HeapValidate(heap, 0, block)) abort();
  block = text(HeapReAlloc(heap, 0, block, 80));
  HeapFree(heap, 0, block);
  HeapDestroy(heap);
  if (LocalFree(LocalAlloc(0x40, 40)) != NULL || GlobalFree(GlobalAlloc(0, 40)) != NULL) abort();
}

void GiveBackVirtual() {
  char* range = text(VirtualAlloc(NULL, 0x20000, MEM_RESERVE, PAGE_NOACCESS));
  if ((reinterpret_cast<ULONG_PTR>(range) & 0xffff) != 0) abort();
  if (VirtualAlloc(range + 0x3000, 0x1000, MEM_COMMIT, PAGE_READWRITE) != range + 0x3000) abort();
  range[0x3fff] = 1;
  if (!VirtualFree(range + 0x3000, 0x1000, MEM_DECOMMIT)) abort();
  VirtualAlloc(range + 0x3000, 0x1000, MEM_COMMIT, PAGE_READWRITE);
  if (range[0x3fff] != 0) abort();
  if (VirtualAlloc(range + 0x1f000, 0x2000, MEM_COMMIT, PAGE_READWRITE) != NULL) abort();
  if (GetLastError() != 487) abort();
  if (!VirtualFree(range, 0, MEM_RELEASE)) abort();
}

// Given back twice.
void FreeTwice() {
  void* block = seen(malloc(40)); /*taken*/
  free(block);                    /*first*/
  free(block);                    /*FreeTwice*/
}
void DeleteTwiceInDestructor() {
  Owner one{seen(new int(1))}; /*taken by new*/
  Owner two{one.block};
}
void ReallocOfFreed() noexcept {
  void* block = seen(malloc(40));
  free(block);
  seen(realloc(block, 80)); /*ReallocOfFreed*/
}
void HeapFreeTwice() {
  void* block = seen(HeapAlloc(GetProcessHeap(), 0, 40));
  HeapFree(GetProcessHeap(), 0, block);
  HeapFree(GetProcessHeap(), 0, block); /*HeapFreeTwice*/
}
void VirtualFreeTwice() {
  void* block = seen(VirtualAlloc(NULL, 40, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
  VirtualFree(block, 0, MEM_RELEASE);
  VirtualFree(block, 0, MEM_RELEASE); /*VirtualFreeTwice*/
}

// Given back wrongly.
void FreeOfNew() { free(seen(new int(1))); /*FreeOfNew*/ }
void DeleteOfMalloc() { delete static_cast<int*>(seen(malloc(4))); /*DeleteOfMalloc*/ }
void DeleteOfArray() { delete seen(new char[4]); /*DeleteOfArray*/ }
void HeapFreeOfMalloc() { HeapFree(GetProcessHeap(), 0, seen(malloc(4))); /*HeapFreeOfMalloc*/ }
void LocalFreeOfGlobal() { LocalFree(GlobalAlloc(0, 4)); /*LocalFreeOfGlobal*/ }
void FreeOfAligned() { free(seen(_aligned_malloc(4, 64))); /*FreeOfAligned*/ }
void FreeOfStack() {
  int local = 0;
  free(seen(&local)); /*FreeOfStack*/
}
void DeleteOfGlobal() { delete seen(&block); /*DeleteOfGlobal*/ }
void FreeOfInner() { free(text(seen(malloc(40))) + 16); /*FreeOfInner*/ }
void FreeToOtherHeap() {
  HANDLE heap = HeapCreate(0, 0, 0);
  HeapFree(GetProcessHeap(), 0, HeapAlloc(heap, 0, 4)); /*FreeToOtherHeap*/
}

// Used wrongly.
void WriteBehind() {
  char* block = text(seen(malloc(40)));
  block[40] = 1;
  free(block); /*WriteBehind*/
}
void WriteAfterFree() {
  block = text(seen(malloc(40))); /*WriteAfterFree*/
  free(block);
  static_cast<char*>(sink)[8] = 1;
}
void ReadAfterFree() {
  block = text(seen(malloc(40)));
  free(block);
  sink = reinterpret_cast<void*>(
      static_cast<ULONG_PTR>(static_cast<char*>(sink)[8])); /*ReadAfterFree*/
}
void UseOfReleasedPages() {
  char* range = text(seen(VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)));
  VirtualFree(range, 0, MEM_RELEASE);
  static_cast<char*>(sink)[8] = 1; /*UseOfReleasedPages*/
}
void UseOfDestroyedHeap() {
  HANDLE heap = HeapCreate(0, 0, 0);
  HeapDestroy(heap);
  HeapAlloc(heap, 0, 4); /*UseOfDestroyedHeap*/
}
void UseWithinBounds() {
  char* block = text(seen(malloc(40)));
  block[0] = block[39] = 1;
  free(block);
}

// For accounts: what a device takes. The cache outlives it.
struct Node {
  Node* next;
  int payload[8];
};
Node* device_list;

void CloseAdapterCache() {
  delete adapter_cache;
  adapter_cache = nullptr;
}
void DeviceLeaks() {
  Node* node = new Node{}; /*DeviceLeaks*/
  node->next = new Node{}; /*its child*/
  seen(node);
  sink = nullptr;
}
void DeviceFillsCache() {
  if (adapter_cache == nullptr) adapter_cache = new std::map<int, void*>;
  (*adapter_cache)[1] = nullptr;
}
void DeviceKeepsList() {
  device_list = new Node{};
  device_list->next = new Node{};
}
void DeviceDropsList() {
  delete device_list->next;
  delete device_list;
  device_list = nullptr;
}

// Lives with a lack of memory.
void SurvivesNoMemory() {
  free(seen(malloc(40)));
  try {
    std::vector<int> numbers(100);
    numbers.resize(1000);
  } catch (const std::bad_alloc&) {
  }
}

struct Deed {
  const char* name;
  void (*run)();
};
#define DEED(name) {#name, name}
const Deed deeds[] = {
    DEED(LeakMalloc),         DEED(LeakCalloc),         DEED(LeakRealloc),
    DEED(LeakStrdup),         DEED(LeakWcsdup),         DEED(LeakNew),
    DEED(LeakNewArray),       DEED(LeakNothrow),        DEED(LeakAligned),
    DEED(LeakHeapAlloc),      DEED(LeakHeapCreate),     DEED(LeakLocal),
    DEED(LeakGlobal),         DEED(LeakVirtual),        DEED(GiveBackC),
    DEED(GiveBackCxx),        DEED(GiveBackWin32),      DEED(GiveBackVirtual),
    DEED(FreeTwice),          DEED(ReallocOfFreed),     DEED(DeleteTwiceInDestructor),
    DEED(HeapFreeTwice),      DEED(VirtualFreeTwice),   DEED(FreeOfNew),
    DEED(DeleteOfMalloc),     DEED(DeleteOfArray),      DEED(HeapFreeOfMalloc),
    DEED(LocalFreeOfGlobal),  DEED(FreeOfAligned),      DEED(FreeOfStack),
    DEED(DeleteOfGlobal),     DEED(FreeOfInner),        DEED(FreeToOtherHeap),
    DEED(WriteBehind),        DEED(WriteAfterFree),     DEED(ReadAfterFree),
    DEED(UseOfReleasedPages), DEED(UseOfDestroyedHeap), DEED(UseWithinBounds),
    DEED(CloseAdapterCache),  DEED(DeviceLeaks),        DEED(DeviceFillsCache),
    DEED(DeviceKeepsList),    DEED(DeviceDropsList),    DEED(SurvivesNoMemory),
    {nullptr, nullptr},
};

// Under a runtime it is an adapter that has no devices. What it forgets is said by the runtime's
// build: 1 on the way, 2 when a device fails.
struct Adapter {
  UINT build;
};

HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS*) { return S_OK; }

HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE*) {
  void* block = seen(malloc(24)); /*of the device*/
  if (static_cast<Adapter*>(hAdapter)->build != 2) free(block);
  sink = nullptr;
  return E_OUTOFMEMORY;
}

HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  delete static_cast<Adapter*>(hAdapter);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pOpenData) {
  if (pOpenData->pAdapterFuncs == nullptr) {
    pOpenData->hAdapter = const_cast<Deed*>(deeds);
    return S_OK;
  }
  char answer[64];
  D3DDDICB_QUERYADAPTERINFO query = {answer, sizeof answer};
  pOpenData->pAdapterCallbacks->pfnQueryAdapterInfoCb(pOpenData->hAdapter, &query);
  if (pOpenData->Version == 1) seen(malloc(16)); /*of the adapter*/
  sink = nullptr;
  pOpenData->hAdapter = new Adapter{pOpenData->Version};
  pOpenData->pAdapterFuncs->pfnGetCaps = GetCaps;
  pOpenData->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  pOpenData->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  pOpenData->DriverVersion = D3D_UMD_INTERFACE_VERSION_WDDM1_3;
  return S_OK;
}
