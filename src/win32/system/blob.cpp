// Blobs of the shader compiler's library: counted memory behind an interface of COM. The compiler
// itself is not played.
#include <atomic>
#include <cstring>
#include <limits>
#include <new>

#include "src/win32/base/win32.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

// 0 is S_OK.
constexpr LONG kNoInterface = static_cast<LONG>(0x80004002);  // E_NOINTERFACE
constexpr LONG kNullPointer = static_cast<LONG>(0x80004003);  // E_POINTER
constexpr LONG kNoMemory = static_cast<LONG>(0x8007000E);     // E_OUTOFMEMORY
constexpr LONG kInvalidCall = static_cast<LONG>(0x8876086C);  // D3DERR_INVALIDCALL

constexpr GUID kUnknown = {0x00000000, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};
constexpr GUID kBlobInterface = {
    0x8BA5FB08, 0x5195, 0x40e2, {0xAC, 0x58, 0x0D, 0x98, 0x9C, 0x3A, 0x01, 0x02}};

bool is_same(const GUID& one, const GUID& other) {
  return std::memcmp(&one, &other, sizeof one) == 0;
}

// The functions stand in the order of ID3D10Blob. The bytes follow the object in one block of the
// driver's heap, so that a blob that is never released is a leak of the driver's.
class alignas(16) Blob {
 public:
  explicit Blob(std::size_t bytes) : bytes_(bytes) {}

  virtual LONG QueryInterface(const GUID& wanted, void** object) {
    if (object == nullptr) return kNullPointer;
    *object = nullptr;
    if (!is_same(wanted, kUnknown) && !is_same(wanted, kBlobInterface)) return kNoInterface;
    AddRef();
    *object = this;
    return 0;
  }
  virtual ULONG AddRef() { return references_.fetch_add(1, std::memory_order_relaxed) + 1; }
  // Acquire and release: what other owners wrote happens before the block is freed.
  virtual ULONG Release() {
    const ULONG left = references_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (left == 0) free_heap_block("ID3DBlob::Release", this, nt::HeapFamily::kBlob);
    return left;
  }
  virtual void* GetBufferPointer() { return this + 1; }
  virtual SIZE_T GetBufferSize() { return bytes_; }

 private:
  std::size_t bytes_;
  std::atomic<ULONG> references_ = 1;
};

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

LONG D3DCreateBlob(SIZE_T Size, void** ppBlob) {
  if (ppBlob == nullptr) return kInvalidCall;
  if (Size > std::numeric_limits<SIZE_T>::max() / 2) return kNoMemory;
  void* const memory =
      take_from_heap({.family = nt::HeapFamily::kBlob, .bytes = sizeof(Blob) + Size, .zero = true});
  if (memory == nullptr) return kNoMemory;
  *ppBlob = new (memory) Blob(Size);
  return 0;
}
}
