// D3DKMTCreateAllocation and 2.
#include <algorithm>
#include <bit>

#include "src/dxgk/creation/create.h"
#include "src/dxgk/creation/standard.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/memory/runtime_memory.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/device.h"
#include "src/nt/ob/handle.h"
#include "src/thunks/allocations/private_bytes.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

constexpr std::size_t kWithoutHeap = 16;  // up to so many allocations per call need no heap memory

constexpr bool is_page_multiple(std::uintptr_t value) { return value % PAGE_SIZE == 0; }

UINT bits_of(const D3DKMT_CREATEALLOCATIONFLAGS& flags) {
  static_assert(sizeof flags == sizeof(UINT));
  return std::bit_cast<UINT>(flags);
}

// Returns false for flags that are wrong whatever else the request says.
bool are_flags_possible(const D3DKMT_CREATEALLOCATIONFLAGS& flags) {
  const nt::ClientField field("Flags", bits_of(flags));
  const bool is_shared = flags.CreateShared != 0;
  return !client_breaks("K-043", flags.Reserved != 0, {"Flags.Reserved", flags.Reserved},
                        kReserved) &&
         !client_breaks("K-116",
                        flags.CreateProtected != 0 || flags.CreateWriteCombined != 0 ||
                            flags.CreateCached != 0 || flags.OpenCrossAdapter != 0,
                        field,
                        "CreateProtected, CreateWriteCombined, CreateCached and "
                        "OpenCrossAdapter are not for user mode") &&
         !client_breaks("K-099", is_shared && flags.CreateResource == 0, field,
                        "CreateShared needs CreateResource") &&
         !client_breaks("K-100", flags.NtSecuritySharing != 0 && !is_shared, field,
                        "NtSecuritySharing needs CreateShared") &&
         !client_breaks("K-124", flags.RestrictSharedAccess != 0 && !is_shared, field,
                        "RestrictSharedAccess needs CreateShared") &&
         !client_breaks("K-123", flags.CrossAdapter != 0 && !is_shared, field,
                        "CrossAdapter needs CreateShared") &&
         !client_breaks(
             "K-108",
             (flags.ExistingSysMem ^ flags.ExistingSection) != flags.StandardAllocation ||
                 (flags.ExistingSysMem & flags.ExistingSection) != 0,
             field,
             "StandardAllocation comes with exactly one of ExistingSysMem and "
             "ExistingSection, and they with it");
}

// Returns whether this is memory of the client that it may write. Touching every page is part of
// the cost of securing them.
bool is_heap(const void* memory, SIZE_T size) {
  return memory != nullptr && size != 0 && size <= 0xFFFF'FFFF && is_page_multiple(size) &&
         is_page_multiple(reinterpret_cast<std::uintptr_t>(memory)) &&
         nt::user_can_write(memory, 1) && nt::user_can_read(memory, size) &&
         nt::user_can_write(static_cast<const char*>(memory) + size - 1, 1) &&
         !dxgk::is_rotated(memory, size);  // K-114
}

// A view of a client's section in the host's address space. It is unmapped unless give_away()
// passes it on.
class SectionView {
 public:
  SectionView() = default;
  ~SectionView() {
    if (view_ != nullptr) MmUnmapViewInSystemSpace(view_);
  }
  SectionView(const SectionView&) = delete;
  SectionView& operator=(const SectionView&) = delete;

  // Returns false when the handle is no section of at least this size.
  bool map(HANDLE handle, SIZE_T size) {
    const NTSTATUS status =
        nt::with_object(handle, &nt::section_type, [&](const nt::HandleEntry& entry) {
          return MmMapViewInSystemSpace(entry.object, &view_, &size);
        });
    if (!NT_SUCCESS(status)) view_ = nullptr;
    return NT_SUCCESS(status);
  }
  void* view() const { return view_; }
  void give_away() { view_ = nullptr; }

 private:
  void* view_ = nullptr;
};

// One request, from reading the client's memory to writing the answer. Info is the structure of an
// allocation in this version.
template <typename Info>
class Creation {
 public:
  explicit Creation(D3DKMT_CREATEALLOCATION* user) : user_(user) {}

  NTSTATUS run() {
    if (!read(user_, data_) || !can_write(user_)) return STATUS_INVALID_PARAMETER;
    if (!are_flags_possible(data_.Flags)) return STATUS_INVALID_PARAMETER;
    // K-121: without the driver's access the host must know the size itself, which it does only for
    // existing memory.
    if (data_.Flags.NoKmdAccess != 0 && !is_standard()) return STATUS_INVALID_PARAMETER;
    const dxgk::Operation device(caller(), data_.hDevice);
    if (names_nothing(!device, {"hDevice", data_.hDevice}, {.otherwise = "K-096"_rule}))
      return STATUS_INVALID_PARAMETER;
    (void)client_breaks("K-125", kIsFirstVersion, {"NumAllocations", data_.NumAllocations},
                        "D3DKMTCreateAllocation2 has replaced this call");
    NTSTATUS status = read_infos(*device);
    if (NT_SUCCESS(status))
      status = read_bytes(data_.pPrivateRuntimeData, data_.PrivateRuntimeDataSize, runtime_data_);
    if (NT_SUCCESS(status)) status = is_standard() ? describe(*device) : read_private_data();
    if (!NT_SUCCESS(status)) return status;
    fill_spec();
    status = dxgk::create_allocations(*device, spec_);
    if (is_standard() && allocations_[0].section_view == nullptr) section_.give_away();
    (void)client_breaks("K-126", status == STATUS_GRAPHICS_DRIVER_MISMATCH,
                        {"PrivateDriverDataSize", data_.PrivateDriverDataSize},
                        "the miniport does not know this form of private data");
    if (!NT_SUCCESS(status)) return status;
    if (data_.Flags.CreateShared != 0)
      (void)client_breaks("K-216", spec_.global != 0, {"hGlobalShare", spec_.global},
                          "anybody can guess a global handle; NtSecuritySharing gives another");
    if (answer()) return STATUS_SUCCESS;
    destroy(*device);
    return STATUS_INVALID_PARAMETER;
  }

 private:
  static constexpr bool kIsFirstVersion = std::is_same_v<Info, D3DDDI_ALLOCATIONINFO>;
  static constexpr const char* kNameOfInfos =
      kIsFirstVersion ? "pAllocationInfo[]" : "pAllocationInfo2[]";

  static constexpr const char* kOneOnly = "a standard request makes one allocation";

  bool is_standard() const { return data_.Flags.StandardAllocation != 0; }

  Info* user_infos() const {
    if constexpr (std::is_same_v<Info, D3DDDI_ALLOCATIONINFO2>) {
      return data_.pAllocationInfo2;
    } else {
      return data_.pAllocationInfo;
    }
  }

  NTSTATUS read_infos(const dxgk::Device& device) {
    const nt::ClientField count("NumAllocations", data_.NumAllocations);
    if (data_.Flags.CrossAdapter != 0 &&
        client_breaks("K-123", data_.NumAllocations != 1, count,
                      "a cross-adapter resource has one allocation"))
      return STATUS_INVALID_PARAMETER;
    if (is_standard() && (client_breaks("K-106", data_.NumAllocations == 0, count, kOneOnly) ||
                          client_breaks("K-109", data_.NumAllocations > 1, count, kOneOnly)))
      return STATUS_INVALID_PARAMETER;
    // A resource may be created without allocations.
    if (data_.NumAllocations == 0)
      return data_.Flags.CreateResource != 0 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
    if (!read_list(user_infos(), data_.NumAllocations, kMostAllocations, infos_) ||
        !can_write_bytes(user_infos(), infos_.size() * sizeof(Info)))
      return STATUS_INVALID_PARAMETER;
    allocations_.resize(infos_.size());
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (has_reserved(infos_[i], i) || !is_primary_or_plain(device, infos_[i], i))
        return STATUS_INVALID_PARAMETER;
    }
    return STATUS_SUCCESS;
  }

  static bool has_reserved(const Info& info, std::size_t i) {
    if (client_breaks("K-043", info.Flags.Reserved != 0, {kNameOfInfos, info.Flags.Reserved, i},
                      "reserved bits of Flags are 0"))
      return true;
    if constexpr (kIsFirstVersion) {
      return false;
    } else {
      const auto found =
          std::ranges::find_if(info.Reserved, [](ULONG_PTR each) { return each != 0; });
      const bool is_there = found != std::end(info.Reserved);
      return client_breaks("K-043", is_there,
                           {"pAllocationInfo2[].Reserved", is_there ? *found : 0, i}, kReserved);
    }
  }

  // K-118: only a primary has a source, and only a primary is stereo.
  static bool is_primary_or_plain(const dxgk::Device& device, const Info& info, std::size_t i) {
    constexpr const char* kSource =
        kIsFirstVersion ? "pAllocationInfo[].VidPnSourceId" : "pAllocationInfo2[].VidPnSourceId";
    if (info.Flags.Primary != 0)
      return !client_breaks("K-118", info.VidPnSourceId >= device.adapter().caps().sources,
                            {kSource, info.VidPnSourceId, i}, "the adapter has no such source");
    return !client_breaks("K-118", info.Flags.Stereo != 0, {kNameOfInfos, info.Flags.Stereo, i},
                          "only a primary is stereo") &&
           !client_breaks("K-118",
                          info.VidPnSourceId != 0 && info.VidPnSourceId != D3DDDI_ID_NOTAPPLICABLE,
                          {kSource, info.VidPnSourceId, i}, "only a primary has a source");
  }

  // Reads the private data of the resource and of each allocation, for the driver.
  NTSTATUS read_private_data() {
    NTSTATUS status =
        read_bytes(data_.pPrivateDriverData, data_.PrivateDriverDataSize, driver_data_);
    std::size_t total = 0;
    for (std::size_t i = 0; i < infos_.size() && NT_SUCCESS(status); ++i) {
      const Info& info = infos_[i];
      total += info.PrivateDriverDataSize;
      if (total > kMostPrivateData) return STATUS_NO_MEMORY;
      status = private_bytes_.read(info.pPrivateDriverData, info.PrivateDriverDataSize,
                                   allocations_[i].private_data);
      if (NT_SUCCESS(status) &&
          !can_write_bytes(info.pPrivateDriverData, info.PrivateDriverDataSize))
        status = STATUS_INVALID_PARAMETER;
    }
    return status;
  }

  // Lets the driver describe a standard allocation (K-106 to K-115).
  NTSTATUS describe(dxgk::Device& device) {
    D3DKMT_CREATESTANDARDALLOCATION standard;
    if (client_breaks("K-110", data_.PrivateDriverDataSize != 0,
                      {"PrivateDriverDataSize", data_.PrivateDriverDataSize},
                      "pStandardAllocation is in the place of the private data") ||
        !read(data_.pStandardAllocation, standard))
      return STATUS_INVALID_PARAMETER;
    if (client_breaks("K-111", standard.Type != D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP,
                      {"pStandardAllocation->Type", standard.Type},
                      "an existing heap is the only type") ||
        client_breaks("K-043", standard.Flags.Value != 0,
                      {"pStandardAllocation->Flags", standard.Flags.Value}, kReserved))
      return STATUS_INVALID_PARAMETER;
    heap_size_ = standard.ExistingHeapData.Size;
    if (!has_existing_memory()) return STATUS_INVALID_PARAMETER;
    if (data_.hResource != 0) return refuse_existing_resource(device);
    if (data_.Flags.NoKmdAccess != 0) return STATUS_SUCCESS;
    const NTSTATUS status = dxgk::describe_existing_heap(device, heap_size_, described_);
    if (!NT_SUCCESS(status)) return status;
    driver_data_ = std::move(described_.resource);
    allocations_[0].private_data = described_.allocation;
    // Windows tolerates it.
    (void)client_breaks("K-115", data_.Flags.CreateShared == 0 || data_.Flags.CrossAdapter == 0,
                        {"Flags", bits_of(data_.Flags)},
                        "the documents ask for CreateShared and CrossAdapter with "
                        "StandardAllocation");
    return STATUS_SUCCESS;
  }

  bool has_existing_memory() {
    if (data_.Flags.ExistingSection != 0) return map_section();
    const nt::ClientField memory(
        kIsFirstVersion ? "pAllocationInfo[].pSystemMem" : "pAllocationInfo2[].pSystemMem",
        infos_[0].pSystemMem);
    if (client_breaks("K-112", heap_size_ == 0 || !is_page_multiple(heap_size_),
                      {"pStandardAllocation->ExistingHeapData.Size", heap_size_},
                      "it is a number of whole pages"))
      return false;
    return !client_breaks("K-112", !is_heap(infos_[0].pSystemMem, heap_size_), memory,
                          "it is no writable memory of that size which begins with a page");
  }

  // The structure of the first version has no member for a section's handle.
  bool map_section() {
    if constexpr (std::is_same_v<Info, D3DDDI_ALLOCATIONINFO2>)
      return heap_size_ != 0 && is_page_multiple(heap_size_) &&
             section_.map(infos_[0].hSection, heap_size_);
    return false;
  }

  // A standard allocation cannot be added to a resource. A handle that names no resource gets
  // another status (K-097, K-113).
  NTSTATUS refuse_existing_resource(const dxgk::Device& device) const {
    const dxgk::ReadSection reading;
    const auto* found =
        dxgk::as<dxgk::Resource>(device.process().handles().look_up(data_.hResource));
    const nt::ClientField resource("hResource", data_.hResource);
    if (names_nothing(found == nullptr, resource, {.otherwise = "K-097"_rule}))
      return STATUS_INVALID_HANDLE;
    (void)client_breaks("K-113", true, resource, "existing memory is not added to a resource");
    return STATUS_INVALID_PARAMETER;
  }

  void fill_spec() {
    spec_.add_to = data_.hResource;
    spec_.resource = data_.Flags.CreateResource != 0;
    spec_.shared = data_.Flags.CreateShared != 0;
    spec_.nt_shared = data_.Flags.NtSecuritySharing != 0;
    spec_.restricted = data_.Flags.RestrictSharedAccess != 0;
    spec_.standard = is_standard();
    spec_.cross_adapter = data_.Flags.CrossAdapter != 0;
    spec_.hidden = data_.Flags.NoKmdAccess != 0;
    spec_.runtime_data = runtime_data_;
    spec_.driver_data = driver_data_;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      dxgk::AllocationSpec& each = allocations_[i];
      each.is_primary = infos_[i].Flags.Primary != 0;
      each.is_stereo = infos_[i].Flags.Stereo != 0;
      each.source = infos_[i].VidPnSourceId;
      if (is_standard()) {
        each.section_view = section_.view();
        if (each.section_view == nullptr)
          each.system_memory = const_cast<void*>(infos_[i].pSystemMem);
        each.system_size = heap_size_;
      } else if (const SIZE_T runtime_size = dxgk::RuntimeMemory::size_of(infos_[i].pSystemMem)) {
        each.system_memory = const_cast<void*>(infos_[i].pSystemMem);
        each.system_size = runtime_size;
      }
      if constexpr (std::is_same_v<Info, D3DDDI_ALLOCATIONINFO2>) {
        if (infos_[i].Flags.OverridePriority != 0) each.priority = infos_[i].Priority;
      }
    }
    spec_.allocations = allocations_;
  }

  // Writes the answer. The driver's changes of the private data are copied back, except for a
  // standard allocation, where the client's buffer does not count.
  bool answer() const {
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (!write(&user_infos()[i].hAllocation, allocations_[i].handle)) return false;
      if (!is_standard() &&
          !write_bytes(infos_[i].pPrivateDriverData, allocations_[i].private_data))
        return false;
    }
    D3DKMT_CREATEALLOCATIONFLAGS flags = data_.Flags;
    flags.Zeroed = is_standard() ? 0 : 1;  // the allocation's pages are new (K-122)
    return (spec_.new_resource == 0 || write(&user_->hResource, spec_.new_resource)) &&
           write(&user_->hGlobalShare, spec_.global) && write(&user_->Flags, flags);
  }

  void destroy(dxgk::Device& device) {
    std::vector<dxgk::Handle> handles;
    for (const dxgk::AllocationSpec& each : allocations_) handles.push_back(each.handle);
    dxgk::destroy_allocations(device, {.resource = spec_.new_resource, .allocations = handles});
  }

  D3DKMT_CREATEALLOCATION* const user_;
  D3DKMT_CREATEALLOCATION data_;
  dxgk::ShortList<Info, kWithoutHeap> infos_;
  dxgk::ShortList<dxgk::AllocationSpec, kWithoutHeap> allocations_;
  std::vector<std::byte> runtime_data_;
  std::vector<std::byte> driver_data_;
  PrivateBytes private_bytes_;
  dxgk::StandardData described_;
  SIZE_T heap_size_ = 0;
  SectionView section_;
  dxgk::CreateSpec spec_;
};

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateAllocation(D3DKMT_CREATEALLOCATION* pData) {
  return thunk([&] { return Creation<D3DDDI_ALLOCATIONINFO>(pData).run(); });
}

NTSTATUS APIENTRY D3DKMTCreateAllocation2(D3DKMT_CREATEALLOCATION* pData) {
  return thunk([&] { return Creation<D3DDDI_ALLOCATIONINFO2>(pData).run(); });
}

}  // extern "C"
