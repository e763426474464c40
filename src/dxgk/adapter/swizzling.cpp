#include "src/dxgk/adapter/swizzling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/nt/bus/io_space.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr UINT kMostRanges = 256;

}  // namespace

std::unique_ptr<SwizzlingRanges> SwizzlingRanges::of(Adapter& adapter) {
  const UINT count = adapter.caps().driver.NumberOfSwizzlingRanges;
  if (adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || count == 0 ||
      adapter.table().DxgkDdiAcquireSwizzlingRange == nullptr ||
      adapter.table().DxgkDdiReleaseSwizzlingRange == nullptr)
    return nullptr;
  return std::unique_ptr<SwizzlingRanges>(
      new SwizzlingRanges(adapter, std::min(count, kMostRanges)));
}

NTSTATUS SwizzlingRanges::acquire(Seat& seat, const Wanted& wanted, void*& data) {
  const sim::Alone turn(turn_);
  const auto known = std::ranges::find_if(ranges_, [&](const Range& each) {
    return each.tenant == &wanted.tenant && each.private_data == wanted.private_data;
  });
  if (known != ranges_.end()) {
    ++known->locks;
    note_alternate(*known, wanted.alternate);
    data = known->view;
    return STATUS_SUCCESS;
  }
  Range* range = find_idle(/*is_used=*/false);
  if (range == nullptr) range = find_idle(/*is_used=*/true);
  if (range == nullptr) return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE;
  if (range->tenant != nullptr) release(seat, *range);
  NTSTATUS status = program(seat, *range, wanted);
  // K-261: the driver lacks something that another range uses.
  while (status == STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE) {
    Range* const other = find_idle(/*is_used=*/true);
    if (other == nullptr) return status;
    release(seat, *other);
    status = program(seat, *range, wanted);
  }
  if (NT_SUCCESS(status)) {
    note_alternate(*range, wanted.alternate);
    data = range->view;
  }
  return adapter_.driver().alive() ? status : STATUS_DEVICE_REMOVED;
}

void SwizzlingRanges::note_alternate(Range& range, bool is_locked) {
  if (std::exchange(range.alternate, is_locked) == is_locked) return;
  alternate_locks_.fetch_add(is_locked ? 1U : -1U, std::memory_order_relaxed);
}

// A range that is not locked, and that maps something (or nothing); null when there is none.
SwizzlingRanges::Range* SwizzlingRanges::find_idle(bool is_used) {
  const auto found = std::ranges::find_if(ranges_, [&](const Range& each) {
    return each.locks == 0 && (each.tenant != nullptr) == is_used;
  });
  return found == ranges_.end() ? nullptr : &*found;
}

NTSTATUS SwizzlingRanges::program(Seat& seat, Range& range, const Wanted& wanted) {
  DXGKARG_ACQUIRESWIZZLINGRANGE arguments{};
  arguments.hAllocation = wanted.tenant.driver;
  arguments.PrivateDriverData = wanted.private_data;
  arguments.RangeId = number_of(range);
  arguments.SegmentId = wanted.segment;
  arguments.RangeSize = wanted.tenant.size();
  Passed<DXGKARG_ACQUIRESWIZZLINGRANGE> passed(arguments);
  const NTSTATUS status = adapter_.call(ddi::kAcquireSwizzlingRange, seat, [&] {
    return adapter_.table().DxgkDdiAcquireSwizzlingRange(adapter_.context(), passed.data());
  });
  passed.copy_back();
  if (!NT_SUCCESS(status)) return status;
  range = {.tenant = &wanted.tenant,
           .private_data = wanted.private_data,
           .view = nullptr,
           .bytes = wanted.alternate ? arguments.RangeSize : wanted.tenant.size(),
           .locks = 1};
  const auto physical = static_cast<std::uint64_t>(arguments.CPUTranslatedAddress.QuadPart);
  range.view = nt::map_io_space(physical, range.bytes, /*writable=*/true);
  if (range.view != nullptr) return STATUS_SUCCESS;
  release(seat, range);  // its memory is not decoded by a device
  return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNSUPPORTED;
}

void SwizzlingRanges::release(Seat& seat, Range& range) {
  assert(range.tenant != nullptr);
  DXGKARG_RELEASESWIZZLINGRANGE arguments{range.tenant->driver, range.private_data,
                                          number_of(range)};
  if (range.view != nullptr) nt::unmap_io_space(range.view, range.bytes);
  note_alternate(range, false);
  range = {};
  const Passed<DXGKARG_RELEASESWIZZLINGRANGE> passed(arguments);
  adapter_.call(ddi::kReleaseSwizzlingRange, seat, [&] {
    return adapter_.table().DxgkDdiReleaseSwizzlingRange(adapter_.context(), passed.data());
  });
  check_others(arguments.RangeId);
}

// K-262: only the named range is released.
void SwizzlingRanges::check_others(UINT released) {
  for (const Range& each : ranges_) {
    if (each.tenant == nullptr || !adapter_.driver().alive() ||
        !rules::breaks("K-262", !adapter_.model().decodes_range(number_of(each)).value_or(true)))
      continue;
    nt::Breach("K-262", adapter_.offender())
        .message(
            "DxgkDdiReleaseSwizzlingRange of RangeId {} released "
            "range {} too, which is in use",
            released, number_of(each))
        .raise_later();
  }
}

void SwizzlingRanges::unlock(const vidmm::Tenant& tenant, UINT private_data) {
  const sim::Alone turn(turn_);
  for (Range& each : ranges_) {
    if (each.tenant == &tenant && each.private_data == private_data && each.locks != 0 &&
        --each.locks == 0)
      note_alternate(each, false);
  }
}

void SwizzlingRanges::release_all(const vidmm::Tenant& tenant, Seat& seat) {
  const sim::Alone turn(turn_);
  for (Range& each : ranges_) {
    if (each.tenant == &tenant) release(seat, each);
  }
}

}  // namespace drydock::dxgk
