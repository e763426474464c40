#include "modes.h"

namespace {

constexpr Size kCommon[] = {{640, 480},   {800, 600},   {1024, 768}, {1280, 720},
                            {1280, 1024}, {1600, 1200}, {1920, 1080}};

}  // namespace

void Sizes::add(const Size& size) {
  if (!has(size) && count_ < kMost) list_[count_++] = size;
}

bool Sizes::has(const Size& size) const {
  for (UINT i = 0; i < count_; ++i) {
    if (list_[i] == size) return true;
  }
  return false;
}

bool is_pinned(Scaling scaling) {
  return scaling >= D3DKMDT_VPPS_IDENTITY && scaling <= D3DKMDT_VPPS_CUSTOM;
}

bool is_pinned(Rotation rotation) {
  return rotation >= D3DKMDT_VPPR_IDENTITY && rotation <= D3DKMDT_VPPR_ROTATE270;
}

bool goes_with(const Size& source, const Size& target, Scaling scaling) {
  if (!is_pinned(scaling)) return source.fits_into(target);
  if (scaling == D3DKMDT_VPPS_IDENTITY) return source == target;
  return scaling == D3DKMDT_VPPS_CENTERED && source.fits_into(target) && !(source == target);
}

void ModeTable::fill(const Size& native, SIZE_T settable_bytes) {
  *this = ModeTable();
  native_ = native;
  targets_.add(native);
  for (const Size& each : kCommon) {
    if (SIZE_T{each.width} * each.height * kPixelBytes <= settable_bytes) targets_.add(each);
  }
  for (UINT i = 0; i < targets_.count(); ++i) sources_.add(targets_[i]);
  for (const Size& each : kCommon) {
    if (each.fits_into(native)) sources_.add(each);
  }
}
