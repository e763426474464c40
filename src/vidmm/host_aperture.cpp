#include "src/vidmm/host_aperture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

#include "src/nt/bus/io_space.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/wdk/hostile.h"

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kLargePage = 0x10000;

const DXGK_SEGMENTDESCRIPTOR4& descriptor_of(const Driver& driver, UINT segment) {
  return driver.caps().segments[segment - 1];
}

std::uint64_t page_bytes_of(const DXGK_SEGMENTDESCRIPTOR4& segment) {
  return segment.Flags.Use64KBPages != 0 ? kLargePage : SegmentSpace::kPage;
}

NTSTATUS call_map(Driver& driver, DXGKARG_MAPCPUHOSTAPERTURE& arguments, std::span<UINT32> there,
                  std::span<UINT64> here) {
  const Passed<UINT32> aperture_pages(there);
  const Passed<UINT64> segment_pages(here);
  arguments.NumberOfPages = there.size();
  arguments.pCpuHostAperturePages = aperture_pages.data();
  arguments.pMemorySegmentPages = segment_pages.data();
  const Passed<DXGKARG_MAPCPUHOSTAPERTURE> passed(arguments);
  return driver.map_cpu_host_aperture(*passed.data());
}

void call_unmap(Driver& driver, UINT segment, std::span<UINT32> there) {
  const Passed<UINT32> aperture_pages(there);
  DXGKARG_UNMAPCPUHOSTAPERTURE arguments{};
  arguments.NumberOfPages = there.size();
  arguments.pCpuHostAperturePages = aperture_pages.data();
  arguments.SegmentId = static_cast<WORD>(segment);
  const Passed<DXGKARG_UNMAPCPUHOSTAPERTURE> passed(arguments);
  driver.unmap_cpu_host_aperture(*passed.data());
}

std::vector<UINT32> pages_in(const SegmentSpace::Range& range) {
  std::vector<UINT32> out(range.pages);
  std::iota(out.begin(), out.end(), static_cast<UINT32>(range.first));
  return out;
}

}  // namespace

HostAperture::HostAperture(Driver& driver, UINT segment)
    : driver_(driver),
      segment_(segment),
      physical_(descriptor_of(driver, segment).CpuHostAperture.PhysicalAddress),
      page_bytes_(page_bytes_of(descriptor_of(driver, segment))),
      space_(std::uint64_t{descriptor_of(driver, segment).CpuHostAperture.SizeInPages} *
             SegmentSpace::kPage) {}

bool HostAperture::open(Tenant& tenant) {
  HostWindow& window = tenant.place.window;
  const std::uint64_t begin = tenant.place.range()->offset() / page_bytes_;
  const std::uint64_t end =
      (tenant.place.range()->offset() + tenant.size() + page_bytes_ - 1) / page_bytes_;
  window.pages = space_.allocate((end - begin) * SegmentSpace::kPage);
  if (window.pages == nullptr) return false;
  window.bytes = (end - begin) * page_bytes_;
  window.mapped = nt::map_io_space(physical_ + window.pages->first * page_bytes_, window.bytes,
                                   /*writable=*/true);
  std::vector<UINT64> here(end - begin);
  std::iota(here.begin(), here.end(), begin);
  std::vector<UINT32> there = pages_in(*window.pages);
  DXGKARG_MAPCPUHOSTAPERTURE arguments{};
  arguments.hAllocation = tenant.driver;
  arguments.SegmentId = static_cast<WORD>(segment_);
  const bool is_mapped =
      window.mapped != nullptr && NT_SUCCESS(call_map(driver_, arguments, there, here));
  if (!is_mapped) {
    drop(tenant);
    return false;
  }
  window.view =
      static_cast<std::byte*>(window.mapped) + tenant.place.range()->offset() % page_bytes_;
  return true;
}

void HostAperture::close(Tenant& tenant) {
  std::vector<UINT32> there = pages_in(*tenant.place.window.pages);
  call_unmap(driver_, segment_, there);
  drop(tenant);
}

void HostAperture::drop(Tenant& tenant) {
  if (tenant.place.window.mapped != nullptr)
    nt::unmap_io_space(tenant.place.window.mapped, tenant.place.window.bytes);
  space_.free(*tenant.place.window.pages);
  tenant.place.window = {};
}

void probe_host_apertures(Driver& driver) {
  for (UINT id = 1; id <= driver.caps().segments.size(); ++id) {
    const DXGK_SEGMENTDESCRIPTOR4& segment = descriptor_of(driver, id);
    if (!HostAperture::is_of(segment)) continue;
    std::vector<UINT32> there = {0};
    std::vector<UINT64> here = {0};
    DXGKARG_MAPCPUHOSTAPERTURE arguments{};
    arguments.SegmentId = static_cast<WORD>(id);
    if (NT_SUCCESS(call_map(driver, arguments, there, here))) call_unmap(driver, id, there);
  }
}

CpuSnapshot::CpuSnapshot(Driver& driver, HostAperture* aperture, Tenant& tenant)
    : driver_(driver), tenant_(tenant), times_locked_(tenant.cpu.times_locked.load()) {
  if (!are_arguments_hostile() || !tenant.shape().is_cpu_visible || tenant.cpu.locks.load() != 0 ||
      tenant.place.window.pages != nullptr || tenant.backing.is_client_memory())
    return;
  if (aperture != nullptr) {
    if (!aperture->open(tenant)) return;
    copy(tenant.place.window.view);
    aperture->close(tenant);
    return;
  }
  const DXGK_SEGMENTDESCRIPTOR4& segment = descriptor_of(driver, tenant.place.segment());
  const auto base = static_cast<std::uint64_t>(segment.CpuTranslatedAddress.QuadPart);
  if (segment.Flags.CpuVisible == 0 || base == 0) return;
  void* const view =
      nt::map_io_space(base + tenant.place.range()->offset(), tenant.size(), /*writable=*/false);
  if (view == nullptr) return;
  copy(view);
  nt::unmap_io_space(view, tenant.size());
}

void CpuSnapshot::copy(const void* from) {
  bytes_.resize(tenant_.size());
  std::memcpy(bytes_.data(), from, tenant_.size());
}

void CpuSnapshot::compare() const {
  const auto* const there = static_cast<const std::byte*>(tenant_.backing.pages());
  if (bytes_.empty() || there == nullptr || tenant_.cpu.times_locked.load() != times_locked_)
    return;
  const auto [seen, now] = std::ranges::mismatch(bytes_, std::span(there, tenant_.size()));
  if (!rules::breaks("K-264", seen != bytes_.end())) return;
  nt::Breach("K-264", driver_.offender())
      .message(
          "byte {:#x} of {:#x} was {:#04x} as the CPU saw it in its segment, "
          "and is {:#04x} after eviction to system memory",
          seen - bytes_.begin(), tenant_.size(), std::to_integer<unsigned>(*seen),
          std::to_integer<unsigned>(*now))
      .raise_later();
}

}  // namespace drydock::vidmm
