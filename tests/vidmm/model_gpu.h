// A GPU in a few lines, and its driver: memory, an aperture and page tables, moved and written at
// once when the driver is called. Tests look at its memory as the GPU would.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/vidmm/driver.h"
#include "src/vidmm/page_tables.h"
#include "src/vidmm/paging.h"
#include "src/vidmm/video_memory.h"

namespace drydock::vidmm {

inline constexpr UINT kMemory = 1;    // a segment of memory
inline constexpr UINT kAperture = 2;  // a segment that leads to system memory
inline constexpr std::uint64_t kGpuPage = SegmentSpace::kPage;

class ModelGpu final : public Driver, public PagingQueue {
 public:
  ModelGpu(std::size_t memory_pages, std::size_t aperture_pages)
      : memory(memory_pages * kGpuPage), aperture(aperture_pages) {
    DXGK_SEGMENTDESCRIPTOR4 segment{};
    segment.Size = memory.size();
    segment.BaseAddress.QuadPart = kMemoryBase;
    caps_.segments.push_back(segment);
    segment.Size = aperture_pages * kGpuPage;
    segment.BaseAddress.QuadPart = kApertureBase;
    segment.Flags.Aperture = 1;
    caps_.segments.push_back(segment);
    caps_.banks.resize(2);
    abilities_ = {.builds_paging_buffers = true,
                  .sets_root_page_tables = true,
                  .sizes_root_page_tables = true,
                  .has_processes = true};
    buffer_ = {room_.data(), static_cast<UINT>(room_.size()), private_room_.data(),
               static_cast<UINT>(private_room_.size()),
               nt::frame_of(room_.data()) * nt::kPageBytes};
  }

  const MemoryCaps& caps() const override { return caps_; }
  MemoryCaps& caps() { return caps_; }
  Abilities abilities() const override { return abilities_; }
  Abilities& abilities() { return abilities_; }
  bool is_alive() const override { return true; }
  HANDLE system_process() const override { return nullptr; }
  nt::Offender offender() override { return nt::Offender::named("model"); }

  NTSTATUS build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) override {
    operations.push_back(operation);
    if (operation.pDmaBuffer != nullptr && operation.DmaSize < kCommandBytes)
      return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    const NTSTATUS status = answer ? answer(operation) : STATUS_SUCCESS;
    if (status != STATUS_SUCCESS) return status;
    if (!loses || !loses(operation)) perform(operation);
    // Tables of the paging process are written at once, without a buffer.
    if (operation.pDmaBuffer != nullptr)
      operation.pDmaBuffer = static_cast<std::byte*>(operation.pDmaBuffer) + kCommandBytes;
    return STATUS_SUCCESS;
  }
  NTSTATUS map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE& pages) override {
    host_maps.emplace_back(pages.pMemorySegmentPages,
                           pages.pMemorySegmentPages + pages.NumberOfPages);
    host_pages.emplace_back(pages.pCpuHostAperturePages,
                            pages.pCpuHostAperturePages + pages.NumberOfPages);
    return host_status;
  }
  void unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE& pages) override {
    host_unmapped += pages.NumberOfPages;
  }
  SIZE_T root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE& entries) override {
    if (root_size) return root_size(entries);
    // Whole pages of entries, as drivers answer.
    constexpr UINT kEntriesOfPage = kGpuPage / sizeof(DXGK_PTE);
    entries.NumberOfPte =
        (entries.NumberOfPte + kEntriesOfPage - 1) / kEntriesOfPage * kEntriesOfPage;
    return entries.NumberOfPte * sizeof(DXGK_PTE);
  }
  void set_root_page_table(const DXGKARG_SETROOTPAGETABLE& root) override { roots.push_back(root); }
  void release_swizzling_ranges(const Tenant&) override {}

  PagingBuffer& buffer() override { return buffer_; }
  bool run(Tenant&, UINT bytes, UINT) override {
    bytes_run += bytes;
    return !loses_runs;
  }
  void switch_away_from(Tenant&) override {}
  void wait_idle(Tenant& tenant) override { waited_for.push_back(&tenant); }
  bool is_resetting() const override { return false; }
  bool is_here() const override { return true; }
  void await(const std::function<bool()>& is_over) override { EXPECT_TRUE(is_over()); }

  // How many operations of a kind there were.
  std::size_t count(DXGK_BUILDPAGINGBUFFER_OPERATION kind) const {
    std::size_t out = 0;
    for (const DXGKARG_BUILDPAGINGBUFFER& each : operations) out += each.Operation == kind ? 1 : 0;
    return out;
  }

  // The entry by which the GPU reaches an address from a root; nothing when it is invalid on the
  // way.
  std::optional<DXGK_PTE> walk(const PageTables::Root& root, std::uint64_t address) const {
    const GpuMmu& mmu = *caps_.gpu_mmu;
    Key table{root.address.SegmentId, root.address.SegmentOffset};
    for (std::size_t level = mmu.levels.size(); level-- > 0;) {
      const bool is_root = level + 1 == mmu.levels.size();
      const std::uint64_t inside = is_root ? address : address % mmu.bytes_of_entry(level + 1);
      const std::uint64_t index = inside / mmu.bytes_of_entry(level);
      const auto found = tables.find(table);
      if (found == tables.end() || index >= found->second.size()) return std::nullopt;
      const DXGK_PTE entry = found->second[index];
      if (entry.Valid == 0) return std::nullopt;
      if (level == 0 || entry.Zero != 0) return entry;
      table = {static_cast<UINT>(entry.Segment), entry.PageTableAddress * kGpuPage};
    }
    return std::nullopt;
  }

  // Where an address of the paging process leads, by the root that its context has.
  struct Behind {
    UINT segment = 0;
    std::uint64_t page = 0;
  };
  std::optional<Behind> behind(D3DGPU_VIRTUAL_ADDRESS address) const {
    PageTables::Root root;
    root.address = roots.back().Address;
    const auto entry = walk(root, address);
    if (!entry) return std::nullopt;
    return Behind{static_cast<UINT>(entry->Segment), entry->PageAddress};
  }

  using Key = std::pair<UINT, std::uint64_t>;  // segment and offset; segment 0 is system memory

  std::vector<std::byte> memory;
  std::vector<nt::PageFrame> aperture;  // 0: the page leads nowhere
  std::map<Key, std::vector<DXGK_PTE>> tables;
  std::vector<DXGKARG_BUILDPAGINGBUFFER> operations;  // pointers in them are out of date
  std::function<NTSTATUS(DXGKARG_BUILDPAGINGBUFFER&)> answer;
  // True for an operation that it does not perform, and reports as done.
  std::function<bool(const DXGKARG_BUILDPAGINGBUFFER&)> loses;
  std::function<SIZE_T(DXGKARG_GETROOTPAGETABLESIZE&)> root_size;
  std::vector<std::vector<UINT64>> host_maps;   // segment pages of each map
  std::vector<std::vector<UINT32>> host_pages;  // pages of the aperture of each map
  SIZE_T host_unmapped = 0;
  std::vector<DXGKARG_SETROOTPAGETABLE> roots;
  NTSTATUS host_status = STATUS_SUCCESS;
  std::vector<const Tenant*> waited_for;
  std::uint64_t bytes_run = 0;
  bool loses_runs = false;

  static constexpr LONGLONG kMemoryBase = 0x1000'0000;
  static constexpr LONGLONG kApertureBase = 0x8000'0000;
  static constexpr UINT kCommandBytes = 16;

 private:
  void perform(const DXGKARG_BUILDPAGINGBUFFER& operation) {
    switch (operation.Operation) {
      case DXGK_OPERATION_TRANSFER:
        return transfer(operation);
      case DXGK_OPERATION_FILL:
        return fill(operation);
      case DXGK_OPERATION_MAP_APERTURE_SEGMENT: {
        const auto& map = operation.MapApertureSegment;
        for (SIZE_T i = 0; i < map.NumberOfPages; ++i)
          aperture.at(map.OffsetInPages + i) = MmGetMdlPfnArray(map.pMdl)[i];
        return;
      }
      case DXGK_OPERATION_MAP_APERTURE_SEGMENT2: {
        const auto& map = operation.MapApertureSegment2;
        for (SIZE_T i = 0; i < map.NumberOfPages; ++i)
          aperture.at(map.OffsetInPages + i) =
              map.Adl.Flags.Contiguous != 0 ? map.Adl.BasePageNumber + i : map.Adl.Pages[i];
        return;
      }
      case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
        for (SIZE_T i = 0; i < operation.UnmapApertureSegment.NumberOfPages; ++i)
          aperture.at(operation.UnmapApertureSegment.OffsetInPages + i) = 0;
        return;
      case DXGK_OPERATION_UPDATE_PAGE_TABLE:
        return update(operation.UpdatePageTable);
      case DXGK_OPERATION_VIRTUAL_TRANSFER:
        return transfer_virtual(operation.TransferVirtual);
      case DXGK_OPERATION_VIRTUAL_FILL:
        return fill_virtual(operation.FillVirtual);
      default:
        return;
    }
  }

  void transfer(const DXGKARG_BUILDPAGINGBUFFER& operation) {
    const auto& transfer = operation.Transfer;
    const bool in = transfer.Source.SegmentId == 0;
    const auto& there = in ? transfer.Destination.SegmentAddress : transfer.Source.SegmentAddress;
    std::byte* const begin = &memory.at(static_cast<std::size_t>(there.QuadPart - kMemoryBase) +
                                        transfer.TransferOffset);
    for (SIZE_T done = 0; done < transfer.TransferSize; done += kGpuPage) {
      const std::uint64_t system = system_page(operation, done / kGpuPage) * nt::kPageBytes;
      EXPECT_TRUE(in ? nt::read_physical(system, begin + done, kGpuPage)
                     : nt::write_physical(system, begin + done, kGpuPage));
    }
  }

  // The system memory on the other side of a transfer: by its MDL, or through the aperture.
  nt::PageFrame system_page(const DXGKARG_BUILDPAGINGBUFFER& operation, std::size_t page) const {
    const auto& transfer = operation.Transfer;
    if (transfer.Source.SegmentId == 0)
      return MmGetMdlPfnArray(transfer.Source.pMdl)[transfer.MdlOffset + page];
    if (transfer.Destination.SegmentId == 0)
      return MmGetMdlPfnArray(transfer.Destination.pMdl)[transfer.MdlOffset + page];
    const auto offset =
        static_cast<std::uint64_t>(transfer.Destination.SegmentAddress.QuadPart - kApertureBase) +
        transfer.TransferOffset;
    return aperture.at(offset / kGpuPage + page);
  }

  void fill(const DXGKARG_BUILDPAGINGBUFFER& operation) {
    const auto begin =
        static_cast<std::size_t>(operation.Fill.Destination.SegmentAddress.QuadPart - kMemoryBase);
    for (SIZE_T done = 0; done < operation.Fill.FillSize; done += sizeof(UINT))
      std::memcpy(&memory.at(begin + done), &operation.Fill.FillPattern, sizeof(UINT));
  }

  std::vector<std::byte> read_page(D3DGPU_VIRTUAL_ADDRESS address) const {
    std::vector<std::byte> out(kGpuPage);
    const std::optional<Behind> from = behind(address);
    EXPECT_TRUE(from) << "the source leads nowhere";
    if (!from) return out;
    if (from->segment == kMemory) {
      std::copy_n(&memory.at(from->page * kGpuPage), kGpuPage, out.begin());
    } else {
      EXPECT_TRUE(nt::read_physical(system_frame(*from) * nt::kPageBytes, out.data(), kGpuPage));
    }
    return out;
  }
  void write_page(D3DGPU_VIRTUAL_ADDRESS address, const std::vector<std::byte>& bytes) {
    const std::optional<Behind> to = behind(address);
    EXPECT_TRUE(to) << "the target leads nowhere";
    if (!to) return;
    if (to->segment == kMemory) {
      std::ranges::copy(bytes, &memory.at(to->page * kGpuPage));
    } else {
      EXPECT_TRUE(nt::write_physical(system_frame(*to) * nt::kPageBytes, bytes.data(), kGpuPage));
    }
  }
  nt::PageFrame system_frame(const Behind& where) const {
    return where.segment == kAperture ? aperture.at(where.page) : where.page;
  }
  void transfer_virtual(const DXGK_BUILDPAGINGBUFFER_TRANSFERVIRTUAL& transfer) {
    for (SIZE_T done = 0; done < transfer.TransferSizeInBytes; done += kGpuPage)
      write_page(transfer.DestinationVirtualAddress + done,
                 read_page(transfer.SourceVirtualAddress + done));
  }
  void fill_virtual(const DXGK_BUILDPAGINGBUFFER_FILLVIRTUAL& fill) {
    std::vector<std::byte> page(kGpuPage);
    for (std::size_t at = 0; at < kGpuPage; at += sizeof(UINT))
      std::memcpy(&page[at], &fill.FillPattern, sizeof(UINT));
    for (SIZE_T done = 0; done < fill.FillSizeInBytes; done += kGpuPage)
      write_page(fill.DestinationVirtualAddress + done, page);
  }

  // The table that an update writes: where the processor, the GPU or a window sees it.
  Key table_of(const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update) const {
    switch (update.UpdateMode) {
      case DXGK_PAGETABLEUPDATE_CPU_VIRTUAL:
        return {0, nt::frame_of(update.PageTableAddress.CpuVirtual) * nt::kPageBytes};
      case DXGK_PAGETABLEUPDATE_GPU_VIRTUAL: {
        const Behind seen = behind(update.PageTableAddress.GpuVirtual).value_or(Behind{});
        return {seen.segment, seen.page * kGpuPage};
      }
      default:
        return {update.PageTableAddress.GpuPhysical.SegmentId,
                update.PageTableAddress.GpuPhysical.SegmentOffset};
    }
  }

  void update(const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update) {
    const Key key = table_of(update);
    std::vector<DXGK_PTE>& table = tables[key];
    if (update.Flags.InitialUpdate != 0) table.assign(update.NumPageTableEntries, DXGK_PTE{});
    if (update.Flags.NotifyEviction != 0) {
      tables.erase(key);
      return;
    }
    ASSERT_LE(update.StartIndex + update.NumPageTableEntries, table.size());
    for (UINT i = 0; i < update.NumPageTableEntries; ++i)
      table[update.StartIndex + i] = update.pPageTableEntries[update.Flags.Repeat != 0 ? 0 : i];
  }

  MemoryCaps caps_;
  Abilities abilities_;
  alignas(nt::kPageBytes) std::array<std::byte, nt::kPageBytes> room_{};
  std::array<std::byte, 64> private_room_{};
  PagingBuffer buffer_;
};

// A tenant of whole pages that the driver knows by a number.
class ModelTenant {
 public:
  ModelTenant(std::uintptr_t number, std::size_t pages, UINT segments, TenantShape shape = {}) {
    tenant.driver = reinterpret_cast<HANDLE>(number);
    shape.size = pages * kGpuPage;
    tenant.describe(std::move(shape));
    tenant.wishes.segments = segments;
  }

  // Writes through system memory, as the CPU does while the tenant lies in no segment.
  void write(std::byte value) {
    std::memset(tenant.backing.map(tenant.size()), std::to_integer<int>(value), tenant.size());
    tenant.cpu.has_content = true;
  }
  // True when every byte has the value, wherever it lies.
  bool holds(std::byte value, const ModelGpu& gpu) {
    const std::byte* begin = tenant.place.segment() == kMemory
                                 ? &gpu.memory[tenant.place.range()->offset()]
                                 : static_cast<const std::byte*>(tenant.backing.map(tenant.size()));
    return std::all_of(begin, begin + tenant.size(), [&](std::byte each) { return each == value; });
  }

  Tenant tenant;
};

inline UINT set_of(std::initializer_list<UINT> segments) {
  UINT out = 0;
  for (const UINT each : segments) out |= 1U << (each - 1);
  return out;
}

}  // namespace drydock::vidmm
