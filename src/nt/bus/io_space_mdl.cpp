// MDLs of device memory.
#include <algorithm>
#include <span>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/bus/io_space.h"
#include "src/nt/mm/mdl_map.h"

using namespace drydock::nt;

namespace {

using IoSpaceList = std::span<const MM_PHYSICAL_ADDRESS_LIST>;

bool is_whole_pages(const MM_PHYSICAL_ADDRESS_LIST& one) {
  return one.NumberOfBytes != 0 && one.NumberOfBytes % PAGE_SIZE == 0 &&
         one.PhysicalAddress.QuadPart % PAGE_SIZE == 0;
}

void fill_io_frames(IoSpaceList list, PPFN_NUMBER frames) {
  for (const MM_PHYSICAL_ADDRESS_LIST& one : list) {
    const auto first = static_cast<PFN_NUMBER>(one.PhysicalAddress.QuadPart) / PAGE_SIZE;
    for (PFN_NUMBER i = 0; i < one.NumberOfBytes / PAGE_SIZE; ++i) *frames++ = first + i;
  }
}

}  // namespace

// wdm/nf-wdm-mmallocatemdlforiospace.md: each range is whole pages. The MDL is freed by IoFreeMdl.
extern "C" NTSTATUS MmAllocateMdlForIoSpace(PMM_PHYSICAL_ADDRESS_LIST PhysicalAddressList,
                                            SIZE_T NumberOfEntries, PMDL* NewMdl) {
  require_irql_at_most(DISPATCH_LEVEL, "MmAllocateMdlForIoSpace");
  static constexpr DevicePages kDevicePages{.map = map_io_space, .unmap = unmap_io_space};
  set_device_pages(kDevicePages);
  *NewMdl = nullptr;
  const IoSpaceList list(PhysicalAddressList, NumberOfEntries);
  if (list.empty() || !std::ranges::all_of(list, is_whole_pages)) return STATUS_INVALID_PARAMETER_1;
  SIZE_T bytes = 0;
  for (const MM_PHYSICAL_ADDRESS_LIST& one : list) bytes += one.NumberOfBytes;
  if (bytes > MAXULONG) return STATUS_INVALID_PARAMETER_2;
  const PMDL mdl = IoAllocateMdl(nullptr, static_cast<ULONG>(bytes), FALSE, FALSE, nullptr);
  if (mdl == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  fill_io_frames(list, MmGetMdlPfnArray(mdl));
  mdl->MdlFlags |= MDL_IO_SPACE | MDL_PAGES_LOCKED;
  *NewMdl = mdl;
  return STATUS_SUCCESS;
}
