#include "gpu_memory.h"

#include "spin_guard.h"

namespace {

constexpr SIZE_T kAperturePages = kApertureBytes / PAGE_SIZE;
constexpr UCHAR kPoison = 0xdd;

template <typename T>
T* make_table(SIZE_T count) {
  auto* const table =
      static_cast<T*>(ExAllocatePoolWithTag(NonPagedPoolNx, count * sizeof(T), SOFTGPU_TAG));
  if (table != nullptr) RtlZeroMemory(table, count * sizeof(T));
  return table;
}

void free_table(VOID* table) {
  if (table != nullptr) ExFreePoolWithTag(table, SOFTGPU_TAG);
}

UINT64 rest_of_page(UINT64 address) { return PAGE_SIZE - (address & (PAGE_SIZE - 1)); }
UINT64 smaller(UINT64 a, UINT64 b) { return a < b ? a : b; }

}  // namespace

class GpuMemory::Guard : public SpinGuard {
 public:
  explicit Guard(GpuMemory& memory) : SpinGuard(memory.lock_) {}
};

NTSTATUS GpuMemory::start(UCHAR* memory, SIZE_T bytes) {
  KeInitializeSpinLock(&lock_);
  memory_ = memory;
  pages_ = bytes / PAGE_SIZE;
  owners_ = make_table<Owner>(pages_);
  aperture_ = make_table<ApertureEntry>(kAperturePages);
  if (owners_ != nullptr && aperture_ != nullptr) return STATUS_SUCCESS;
  stop();
  return STATUS_NO_MEMORY;
}

void GpuMemory::stop() {
  if (dummy_ != nullptr) MmUnmapIoSpace(dummy_, PAGE_SIZE);
  free_table(aperture_);
  free_table(owners_);
  dummy_ = nullptr;
  dummy_page_.QuadPart = 0;
  aperture_ = nullptr;
  owners_ = nullptr;
  memory_ = nullptr;
  pages_ = 0;
}

// Null is a fault. An aperture without a page behind it leads to the dummy page.
UCHAR* GpuMemory::locate(UINT64 address, Owner owner) {
  if (address < bytes()) return owners_[address / PAGE_SIZE] == owner ? memory_ + address : nullptr;
  if (address < kApertureBase || address - kApertureBase >= kApertureBytes) return nullptr;
  const ApertureEntry& entry = aperture_[(address - kApertureBase) / PAGE_SIZE];
  UCHAR* const page = entry.memory != nullptr ? entry.memory : dummy_;
  if (page == nullptr || (entry.memory != nullptr && entry.owner != owner)) return nullptr;
  return page + (address & (PAGE_SIZE - 1));
}

// Calls body(where, offset, bytes) for each page, under the lock.
template <typename Body>
bool GpuMemory::for_pages(UINT64 address, Owner owner, UINT64 bytes, UINT64& fault, Body body) {
  for (UINT64 done = 0; done < bytes;) {
    const UINT64 now = smaller(rest_of_page(address + done), bytes - done);
    const Guard guard(*this);
    UCHAR* const where = locate(address + done, owner);
    if (where == nullptr) {
      fault = address + done;
      return false;
    }
    body(where, done, static_cast<SIZE_T>(now));
    done += now;
  }
  return true;
}

bool GpuMemory::fill(UINT64 address, Owner owner, UINT64 bytes, UINT pattern, UINT64& fault) {
  return for_pages(address, owner, bytes, fault, [&](UCHAR* where, UINT64, SIZE_T now) {
    for (SIZE_T i = 0; i < now; i += sizeof pattern)
      RtlCopyMemory(where + i, &pattern, sizeof pattern);
  });
}

bool GpuMemory::read(UINT64 address, Owner owner, VOID* to, UINT64 bytes, UINT64& fault) {
  return for_pages(address, owner, bytes, fault, [&](UCHAR* where, UINT64 done, SIZE_T now) {
    RtlCopyMemory(static_cast<UCHAR*>(to) + done, where, now);
  });
}

bool GpuMemory::write(UINT64 address, Owner owner, const VOID* from, UINT64 bytes, UINT64& fault) {
  return for_pages(address, owner, bytes, fault, [&](UCHAR* where, UINT64 done, SIZE_T now) {
    RtlCopyMemory(where, static_cast<const UCHAR*>(from) + done, now);
  });
}

bool GpuMemory::add(UINT64 address, Owner owner, UINT64 value, UINT64& fault) {
  return for_pages(address, owner, sizeof value, fault, [&](UCHAR* where, UINT64, SIZE_T) {
    UINT64 sum;
    RtlCopyMemory(&sum, where, sizeof sum);
    sum += value;
    RtlCopyMemory(where, &sum, sizeof sum);
  });
}

bool GpuMemory::copy(UINT64 to, Owner to_owner, UINT64 from, Owner from_owner, UINT64 bytes,
                     UINT64& fault) {
  for (UINT64 done = 0; done < bytes;) {
    const UINT64 now =
        smaller(smaller(rest_of_page(to + done), rest_of_page(from + done)), bytes - done);
    const Guard guard(*this);
    UCHAR* const source = locate(from + done, from_owner);
    UCHAR* const destination = locate(to + done, to_owner);
    if (source == nullptr || destination == nullptr) {
      fault = (source == nullptr ? from : to) + done;
      return false;
    }
    RtlMoveMemory(destination, source, static_cast<SIZE_T>(now));
    done += now;
  }
  return true;
}

void GpuMemory::give(UINT64 address, UINT64 bytes, Owner owner) {
  for (UINT64 done = 0; done < bytes; done += PAGE_SIZE) {
    const Guard guard(*this);
    if (address + done < this->bytes()) owners_[(address + done) / PAGE_SIZE] = owner;
  }
}

void GpuMemory::take_back(UINT64 address, UINT64 bytes, Owner owner, bool poison) {
  for (UINT64 done = 0; done < bytes; done += PAGE_SIZE) {
    const UINT64 at = address + done;
    const Guard guard(*this);
    if (at >= this->bytes() || owners_[at / PAGE_SIZE] != owner) continue;
    owners_[at / PAGE_SIZE] = kNobody;
    if (poison)
      RtlFillMemory(memory_ + (at & ~static_cast<UINT64>(PAGE_SIZE - 1)), PAGE_SIZE, kPoison);
  }
}

void GpuMemory::map(SIZE_T first, SIZE_T pages, UCHAR* memory, Owner owner) {
  const Guard guard(*this);
  for (SIZE_T i = 0; i < pages && first + i < kAperturePages; ++i)
    aperture_[first + i] = {memory + i * PAGE_SIZE, owner};
}

void GpuMemory::unmap(SIZE_T first, SIZE_T pages) {
  const Guard guard(*this);
  for (SIZE_T i = 0; i < pages && first + i < kAperturePages; ++i)
    aperture_[first + i] = {nullptr, kNobody};
}

// The graphics kernel has one such page; another one replaces it.
void GpuMemory::set_dummy(PHYSICAL_ADDRESS page) {
  if (dummy_ != nullptr && dummy_page_.QuadPart == page.QuadPart) return;
  auto* const mapped = static_cast<UCHAR*>(MmMapIoSpace(page, PAGE_SIZE, MmCached));
  UCHAR* old = nullptr;
  {
    const Guard guard(*this);
    old = dummy_;
    dummy_ = mapped;
    dummy_page_ = page;
  }
  if (old != nullptr) MmUnmapIoSpace(old, PAGE_SIZE);
}
