// Sections backed by the paging file, and their views in user and system space.
//
// A section is a run of frames of physical memory, so that all its views, and MDLs of them, have
// the same bytes. All of it is committed at once. A view that a driver leaves mapped is a reference
// on the section that it did not release.
#include <fmt/format.h>
#include <sys/mman.h>

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "src/nt/base/address.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/object_create.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr std::uint64_t kLargestSection = kHighMemoryEnd - kHighMemory;
constexpr ULONG kCaching = PAGE_NOCACHE | PAGE_WRITECOMBINE | PAGE_GUARD;
constexpr ULONG kNoChange = 0x400000;  // SEC_NO_CHANGE
constexpr ULONG kCopies = PAGE_WRITECOPY | PAGE_EXECUTE_WRITECOPY;
// Addresses of clients end here.
constexpr std::uintptr_t kHighestUserAddress = 0x7FFF'FFFE'FFFF;

struct Section {
  std::vector<PageFrame> frames;
  ULONG protection;
};

struct SectionView {
  Section* section;
  std::size_t pages;
  bool user;
  bool placed;  // at an address of the driver's choice, which is reserved apart from the view
};

struct SectionViews {
  sim::Lock mutex;
  std::map<std::uintptr_t, SectionView> all DRYDOCK_GUARDED_BY(mutex);
};

SectionViews& section_views() {
  static sim::NeverDestroyed<SectionViews> instance;
  return *instance;
}

bool is_protection(ULONG protection) {
  switch (protection & ~kCaching) {
    case PAGE_READONLY:
    case PAGE_READWRITE:
    case PAGE_WRITECOPY:
    case PAGE_EXECUTE:
    case PAGE_EXECUTE_READ:
    case PAGE_EXECUTE_READWRITE:
    case PAGE_EXECUTE_WRITECOPY:
      return true;
    default:
      return false;
  }
}

bool may_write(ULONG protection) {
  return (protection & (PAGE_READWRITE | PAGE_EXECUTE_READWRITE)) != 0;
}
bool may_read(ULONG protection) { return (protection & PAGE_NOACCESS) == 0; }
bool may_execute(ULONG protection) {
  constexpr ULONG kExecute =
      PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
  return (protection & kExecute) != 0;
}

void* make_section(const std::u16string& name, std::size_t pages, ULONG protection) {
  std::vector<PageFrame> frames = take_frames(pages, {});
  if (frames.size() != pages) {
    free_frames(frames);
    return nullptr;
  }
  auto* section = new Section{std::move(frames), protection};
  add_object(section, &section_type, description_of("section", name), [section] {
    unname_object(section);
    free_frames(section->frames);
    delete section;
  });
  return section;
}

// The part of a section that is mapped, and its address.
struct Placement {
  std::uint64_t offset = 0;
  std::size_t bytes = 0;  // 0: to the end
  std::uintptr_t base = 0;
  ULONG protection = PAGE_READWRITE;
  bool user = false;
};

// Addresses that the driver asks for; false when something is there.
bool reserve_at(std::uintptr_t base, std::size_t bytes) {
  void* const room = mmap(as_pointer(base), bytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (room == MAP_FAILED) return false;
  if (as_number(room) == base) return true;
  munmap(room, bytes);
  return false;
}

bool unmap(const void* address, bool user) {
  std::uintptr_t base = 0;
  SectionView view{};
  {
    const sim::Hold hold(section_views().mutex);
    auto at = section_views().all.upper_bound(as_number(address));
    if (at == section_views().all.begin()) return false;
    --at;
    const bool inside = as_number(address) - at->first < at->second.pages * kPageBytes;
    if (!inside || at->second.user != user) return false;
    base = at->first;
    view = at->second;
    section_views().all.erase(at);
  }
  settle_undoing(as_pointer(base));
  if (user) remove_user_view(as_pointer(base));
  unmap_view(as_pointer(base));
  if (view.placed) release_addresses(as_pointer(base), view.pages);
  unpin_object(view.section);
  return true;
}

void remember(Section& section, void* base, const SectionView& view, const char* call) {
  pin_object(&section);
  if (view.user) note_user_view(base, view.pages * kPageBytes);
  {
    const sim::Hold hold(section_views().mutex);
    section_views().all[as_number(base)] = view;
  }
  add_debt_with_undo(base,
                     fmt::format("view of {} bytes that {} mapped, {}", view.pages * kPageBytes,
                                 call, describe_object(&section)),
                     [base, user = view.user] { unmap(base, user); });
}

// On success `placement` says what was mapped.
NTSTATUS map(Section& section, Placement& placement, const char* call) {
  const std::uint64_t size = section.frames.size() * kPageBytes;
  if (placement.offset >= size) return STATUS_INVALID_VIEW_SIZE;
  if (placement.bytes == 0) placement.bytes = size - placement.offset;
  const std::size_t pages = pages_of(placement.bytes);
  if (pages > (size - placement.offset) / kPageBytes) return STATUS_INVALID_VIEW_SIZE;
  if (fails_here(sim::FaultKind::kMapping)) return STATUS_INSUFFICIENT_RESOURCES;
  const bool placed = placement.base != 0;
  if (placed && !reserve_at(placement.base, pages * kPageBytes))
    return STATUS_CONFLICTING_ADDRESSES;
  const std::span<const PageFrame> frames =
      std::span(section.frames).subspan(placement.offset / kPageBytes, pages);
  const bool copies = (placement.protection & kCopies) != 0;
  void* const base = map_frames(frames, {.writable = copies || may_write(placement.protection),
                                         .executable = may_execute(placement.protection),
                                         .at = placed ? as_pointer(placement.base) : nullptr,
                                         .copies_on_write = copies});
  if (base == nullptr) {
    if (placed) release_addresses(as_pointer(placement.base), pages);
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  if (!may_read(placement.protection)) protect_view(base, PROT_NONE);
  placement.base = as_number(base);
  placement.bytes = pages * kPageBytes;
  remember(section, base, {&section, pages, placement.user, placed}, call);
  return STATUS_SUCCESS;
}

NTSTATUS map_in_system_space(PVOID object, PVOID* base, PSIZE_T size, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  if (type_of_object(object) != &section_type) return STATUS_OBJECT_TYPE_MISMATCH;
  auto& section = *static_cast<Section*>(object);
  Placement placement{.bytes = *size, .protection = section.protection};
  const NTSTATUS status = map(section, placement, call);
  if (!NT_SUCCESS(status)) return status;
  *base = as_pointer(placement.base);
  *size = placement.bytes;
  return STATUS_SUCCESS;
}

NTSTATUS unmap_in_system_space(PVOID base, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  return unmap(base, false) ? STATUS_SUCCESS : STATUS_NOT_MAPPED_VIEW;
}

NTSTATUS check_view_protection(const Section& section, ULONG protection) {
  if (may_write(protection) && !may_write(section.protection)) return STATUS_SECTION_PROTECTION;
  if (may_execute(protection) && !may_execute(section.protection)) return STATUS_SECTION_PROTECTION;
  return STATUS_SUCCESS;
}

// Checks the arguments by themselves, without the section.
NTSTATUS check_view(const Placement& placement, ULONG type, SECTION_INHERIT inheritance) {
  constexpr ULONG kKnownTypes = MEM_RESERVE | MEM_TOP_DOWN | MEM_LARGE_PAGES | kNoChange;
  if (inheritance != ViewShare && inheritance != ViewUnmap) return STATUS_INVALID_PARAMETER_8;
  if ((type & ~kKnownTypes) != 0) return STATUS_INVALID_PARAMETER_9;
  const ULONG plain = placement.protection & ~kCaching;
  if (!is_protection(plain) && plain != PAGE_NOACCESS) return STATUS_INVALID_PAGE_PROTECTION;
  if (placement.base > kHighestUserAddress) return STATUS_INVALID_PARAMETER_3;
  if (placement.bytes > kHighestUserAddress - placement.base) return STATUS_INVALID_PARAMETER_4;
  const bool is_aligned = placement.base % kAllocationGranularity == 0 &&
                          placement.offset % kAllocationGranularity == 0;
  return is_aligned ? STATUS_SUCCESS : STATUS_MAPPED_ALIGNMENT;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

NTSTATUS ZwCreateSection(PHANDLE SectionHandle, ACCESS_MASK DesiredAccess,
                         POBJECT_ATTRIBUTES ObjectAttributes, PLARGE_INTEGER MaximumSize,
                         ULONG SectionPageProtection, ULONG AllocationAttributes,
                         HANDLE FileHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCreateSection");
  if (!is_protection(SectionPageProtection)) return STATUS_INVALID_PAGE_PROTECTION;
  // No file here has pages of its own to share.
  if (FileHandle != nullptr) return STATUS_INVALID_FILE_FOR_SECTION;
  if ((AllocationAttributes & SEC_IMAGE) != 0) return STATUS_INVALID_FILE_FOR_SECTION;
  // wdm/nf-wdm-zwcreatesection.md: without a file the size is the section's own.
  if (MaximumSize == nullptr) return STATUS_INVALID_PARAMETER_4;
  const auto bytes = static_cast<std::uint64_t>(MaximumSize->QuadPart);
  if (bytes == 0) return STATUS_INVALID_PARAMETER_4;
  if (bytes > kLargestSection) return STATUS_SECTION_TOO_BIG;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  return create_object(SectionHandle, DesiredAccess, ObjectAttributes, &section_type,
                       [=](const std::u16string& name) {
                         return make_section(name, pages_of(bytes), SectionPageProtection);
                       });
}

NTSTATUS ZwOpenSection(PHANDLE SectionHandle, ACCESS_MASK DesiredAccess,
                       POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenSection");
  return open_object(SectionHandle, DesiredAccess, ObjectAttributes, &section_type);
}

NTSTATUS ZwMapViewOfSection(HANDLE SectionHandle, HANDLE ProcessHandle, PVOID* BaseAddress,
                            ULONG_PTR ZeroBits, SIZE_T, PLARGE_INTEGER SectionOffset,
                            PSIZE_T ViewSize, SECTION_INHERIT InheritDisposition,
                            ULONG AllocationType, ULONG Protect) {
  constexpr const char* kCall = "ZwMapViewOfSection";
  require_irql_at_most(PASSIVE_LEVEL, kCall);
  if (ZeroBits >= 21) return STATUS_INVALID_PARAMETER_4;
  Placement placement{
      .bytes = *ViewSize, .base = as_number(*BaseAddress), .protection = Protect, .user = true};
  if (SectionOffset != nullptr)
    placement.offset = static_cast<std::uint64_t>(SectionOffset->QuadPart);
  NTSTATUS status = check_view(placement, AllocationType, InheritDisposition);
  if (!NT_SUCCESS(status)) return status;
  status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  HandleEntry entry;
  status = pin_by_handle(SectionHandle, &section_type, entry);
  if (!NT_SUCCESS(status)) return status;
  auto& section = *static_cast<Section*>(entry.object);
  status = check_view_protection(section, Protect);
  if (NT_SUCCESS(status)) status = map(section, placement, kCall);
  unpin_object(entry.object);
  if (!NT_SUCCESS(status)) return status;
  *BaseAddress = as_pointer(placement.base);
  *ViewSize = placement.bytes;
  if (SectionOffset != nullptr) SectionOffset->QuadPart = static_cast<LONGLONG>(placement.offset);
  return STATUS_SUCCESS;
}

NTSTATUS ZwUnmapViewOfSection(HANDLE ProcessHandle, PVOID BaseAddress) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwUnmapViewOfSection");
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  return unmap(BaseAddress, true) ? STATUS_SUCCESS : STATUS_NOT_MAPPED_VIEW;
}

NTSTATUS MmMapViewInSystemSpace(PVOID Section, PVOID* MappedBase, PSIZE_T ViewSize) {
  return map_in_system_space(Section, MappedBase, ViewSize, "MmMapViewInSystemSpace");
}

// There is one session.
NTSTATUS MmMapViewInSessionSpace(PVOID Section, PVOID* MappedBase, PSIZE_T ViewSize) {
  return map_in_system_space(Section, MappedBase, ViewSize, "MmMapViewInSessionSpace");
}

NTSTATUS MmUnmapViewInSystemSpace(PVOID MappedBase) {
  return unmap_in_system_space(MappedBase, "MmUnmapViewInSystemSpace");
}

NTSTATUS MmUnmapViewInSessionSpace(PVOID MappedBase) {
  return unmap_in_system_space(MappedBase, "MmUnmapViewInSessionSpace");
}

}  // extern "C"
