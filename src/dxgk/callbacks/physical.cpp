// Physical memory objects: system memory that a driver maps, describes to its device page by page,
// and may open on several adapters.
#include "src/nt/mm/physical.h"

#include <fmt/format.h>

#include "src/dxgk/callbacks/memory.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"

namespace drydock::dxgk {
namespace {

struct PhysicalMemory {
  SIZE_T size = 0;
  std::vector<DXGK_PAGE_NUMBER> pages;
  void* address = nullptr;  // null when it is mapped on demand
  PMDL mdl = nullptr;
  std::function<void()> free = [] {};

  ~PhysicalMemory() { free(); }
};

struct Found {
  std::shared_ptr<Hardware> hardware;
  std::shared_ptr<PhysicalMemory> memory;
};

// Finds an object in all adapters, because most of these callbacks name none.
Found find(HANDLE handle) {
  nt::Driver* const driver = nt::current_driver();
  if (driver == nullptr) return {};
  for (auto& hardware : Hardware::served_by(*driver)) {
    if (auto memory = hardware->find_owned<PhysicalMemory>(handle))
      return {hardware, std::move(memory)};
  }
  return {};
}

std::shared_ptr<PhysicalMemory> make_contiguous(
    const DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT& asked) {
  auto memory = std::make_shared<PhysicalMemory>();
  void* const address = MmAllocateContiguousMemorySpecifyCache(
      asked.Size, asked.ContiguousMemory.LowestAcceptableAddress,
      asked.ContiguousMemory.HighestAcceptableAddress,
      asked.ContiguousMemory.BoundaryAddressMultiple, caching_of(asked.CacheType));
  if (address == nullptr) return nullptr;
  memory->address = address;
  memory->free = [address] { MmFreeContiguousMemory(address); };
  const auto first = static_cast<std::uint64_t>(MmGetPhysicalAddress(address).QuadPart) / PAGE_SIZE;
  for (std::size_t i = 0; i < nt::pages_of(asked.Size); ++i) memory->pages.push_back(first + i);
  return memory;
}

std::shared_ptr<PhysicalMemory> make_pages(const DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT& asked) {
  auto memory = std::make_shared<PhysicalMemory>();
  const PMDL mdl = MmAllocatePagesForMdlEx(
      asked.Mdl.LowAddress, asked.Mdl.HighAddress, asked.Mdl.SkipBytes, asked.Size,
      caching_of(asked.CacheType), asked.Mdl.Flags | MM_ALLOCATE_FULLY_REQUIRED);
  if (mdl == nullptr) return nullptr;
  memory->mdl = mdl;
  memory->free = [mdl] { free_pages(mdl); };
  const PFN_NUMBER* const frames = MmGetMdlPfnArray(mdl);
  memory->pages.assign(frames, frames + nt::pages_of(asked.Size));
  return memory;
}

std::shared_ptr<PhysicalMemory> make(const DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT& asked) {
  if (asked.Type == DXGK_PHYSICAL_MEMORY_TYPE_CONTIGUOUS_MEMORY) return make_contiguous(asked);
  return make_pages(asked);
}

NTSTATUS create_physical_memory_object(IN_OUT_PDXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT pArgs) {
  const char* const name = "DxgkCbCreatePhysicalMemoryObject";
  if (!check_memory_call(name) || pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT asked = *pArgs;
  auto hardware = callee(asked.hAdapter, name, APC_LEVEL);
  if (hardware == nullptr || asked.Size == 0 || asked.Type > DXGK_PHYSICAL_MEMORY_TYPE_IO_SPACE)
    return STATUS_INVALID_PARAMETER;
  if (asked.Type == DXGK_PHYSICAL_MEMORY_TYPE_SECTION)
    return refuse_unplayed(asked.hAdapter, fmt::format("{}(a section)", name));
  if (asked.Type == DXGK_PHYSICAL_MEMORY_TYPE_IO_SPACE)
    return refuse_unplayed(asked.hAdapter, fmt::format("{}(I/O space)", name));
  auto memory = make(asked);
  if (memory == nullptr) return STATUS_NO_MEMORY;
  memory->size = asked.Size;
  const HANDLE object = hardware->add_owned("physical memory object", memory);
  const HANDLE opened = hardware->add_owned("physical memory object of an adapter", memory);
  memory.reset();
  hardware.reset();
  pArgs->hPhysicalMemoryObject = object;
  pArgs->hAdapterMemoryObject = opened;
  return STATUS_SUCCESS;
}

void drop(HANDLE handle) {
  if (const Found found = find(handle); found.hardware != nullptr)
    found.hardware->release_owned(handle);
}

VOID destroy_physical_memory_object(IN_CONST_PDXGKARGCB_DESTROY_PHYSICAL_MEMORY_OBJECT pArgs) {
  if (!check_memory_call("DxgkCbDestroyPhysicalMemoryObject") || pArgs == nullptr) return;
  drop(pArgs->hAdapterMemoryObject);
  drop(pArgs->hPhysicalMemoryObject);
}

NTSTATUS open_physical_memory_object(IN_OUT_PDXGKARGCB_OPEN_PHYSICAL_MEMORY_OBJECT pArgs) {
  const char* const name = "DxgkCbOpenPhysicalMemoryObject";
  if (!check_memory_call(name) || pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  auto hardware = callee(pArgs->hAdapter, name, APC_LEVEL);
  Found found = find(pArgs->hPhysicalMemoryObject);
  if (hardware == nullptr || found.memory == nullptr) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const HANDLE opened =
      hardware->add_owned("physical memory object of an adapter", std::move(found.memory));
  pArgs->hAdapterMemoryObject = opened;
  return STATUS_SUCCESS;
}

VOID close_physical_memory_object(IN_CONST_PDXGKARGCB_CLOSE_PHYSICAL_MEMORY_OBJECT pArgs) {
  if (!check_memory_call("DxgkCbClosePhysicalMemoryObject") || pArgs == nullptr) return;
  drop(pArgs->hAdapterMemoryObject);
}

bool lies_inside(SIZE_T offset, SIZE_T size, SIZE_T whole) {
  return size != 0 && offset <= whole && size <= whole - offset;
}

NTSTATUS map_physical_memory(IN_OUT_PDXGKARGCB_MAP_PHYSICAL_MEMORY pArgs) {
  if (!check_memory_call("DxgkCbMapPhysicalMemory") || pArgs == nullptr)
    return STATUS_INVALID_PARAMETER;
  const Found found = find(pArgs->hPhysicalMemoryObject);
  const SIZE_T offset = pArgs->Offset;
  if (found.memory == nullptr || !lies_inside(offset, pArgs->Size, found.memory->size))
    return STATUS_INVALID_PARAMETER;
  PhysicalMemory& memory = *found.memory;
  // Memory with an MDL is mapped by a call that has a fault point of its own.
  if (memory.mdl == nullptr && nt::fails_here(sim::FaultKind::kMapping)) return STATUS_NO_MEMORY;
  // The system's mapping of the MDL lasts until its pages are freed. Every mapping of a part lies
  // in it.
  void* const base = memory.mdl == nullptr
                         ? memory.address
                         : MmGetSystemAddressForMdlSafe(memory.mdl, NormalPagePriority);
  if (base == nullptr) return STATUS_NO_MEMORY;
  pArgs->pMappedAddress = static_cast<std::uint8_t*>(base) + offset;
  return STATUS_SUCCESS;
}

VOID unmap_physical_memory(IN_CONST_PDXGKARGCB_UNMAP_PHYSICAL_MEMORY) {
  check_memory_call("DxgkCbUnmapPhysicalMemory");
}

// A list of page numbers and the memory that it describes.
struct AddressList {
  DXGK_ADL list{};
  std::vector<DXGK_PAGE_NUMBER> pages;
  std::shared_ptr<PhysicalMemory> memory;
};

bool is_contiguous(const std::vector<DXGK_PAGE_NUMBER>& pages) {
  for (std::size_t i = 1; i < pages.size(); ++i) {
    if (pages[i] != pages[0] + i) return false;
  }
  return true;
}

NTSTATUS allocate_adl(IN_OUT_PDXGKARGCB_ALLOCATE_ADL pArgs) {
  if (!check_memory_call("DxgkCbAllocateAdl") || pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGKARGCB_ALLOCATE_ADL asked = *pArgs;
  const Found found = find(asked.hAdapterMemoryObject);
  if (found.memory == nullptr || asked.Offset % PAGE_SIZE != 0 ||
      !lies_inside(asked.Offset, asked.Size, found.memory->size))
    return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  auto adl = std::make_shared<AddressList>();
  const auto first =
      found.memory->pages.begin() + static_cast<std::ptrdiff_t>(asked.Offset / PAGE_SIZE);
  adl->pages.assign(first, first + static_cast<std::ptrdiff_t>(nt::pages_of(asked.Size)));
  adl->memory = found.memory;
  adl->list.PageCount = static_cast<UINT32>(adl->pages.size());
  const bool contiguous = is_contiguous(adl->pages);
  if (asked.Flags.RequireContiguous && !contiguous) return STATUS_NO_MEMORY;
  if (contiguous && (asked.Flags.RequireContiguous || asked.Flags.PreferContiguous)) {
    adl->list.Flags.Contiguous = 1;
    adl->list.BasePageNumber = adl->pages.front();
  } else {
    adl->list.Pages = adl->pages.data();
  }
  DXGK_ADL* const list = &adl->list;
  found.hardware->add_owned_at(list, "address descriptor list", std::move(adl));
  pArgs->pAdl = list;
  return STATUS_SUCCESS;
}

VOID free_adl(IN_CONST_PDXGKARGCB_FREE_ADL pArgs) {
  if (!check_memory_call("DxgkCbFreeAdl") || pArgs == nullptr) return;
  const DXGK_ADL* const list = pArgs->pAdl;
  nt::Driver* const driver = nt::current_driver();
  if (driver == nullptr) return;
  for (auto& hardware : Hardware::served_by(*driver)) {
    if (hardware->release_owned(const_cast<DXGK_ADL*>(list))) return;
  }
}

}  // namespace

void fill_physical_memory_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbCreatePhysicalMemoryObject = create_physical_memory_object;
  callbacks.DxgkCbDestroyPhysicalMemoryObject = destroy_physical_memory_object;
  callbacks.DxgkCbOpenPhysicalMemoryObject = open_physical_memory_object;
  callbacks.DxgkCbClosePhysicalMemoryObject = close_physical_memory_object;
  callbacks.DxgkCbMapPhysicalMemory = map_physical_memory;
  callbacks.DxgkCbUnmapPhysicalMemory = unmap_physical_memory;
  callbacks.DxgkCbAllocateAdl = allocate_adl;
  callbacks.DxgkCbFreeAdl = free_adl;
}

}  // namespace drydock::dxgk
