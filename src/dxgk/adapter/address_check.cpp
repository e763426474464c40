#include "src/dxgk/adapter/address_check.h"

#include "src/vidmm/tenant.h"

namespace drydock::dxgk {

bool are_multiples(std::uint64_t unit, const AddressSpace::Place& place) {
  // K-299, K-305: with a base the limits are ignored.
  const bool is_base_good = place.base % unit == 0;
  const bool are_limits_good =
      place.base != 0 || (place.minimum % unit == 0 && place.maximum % unit == 0);
  return is_base_good && are_limits_good && place.bytes % unit == 0 && place.bytes != 0;
}

bool is_placed_by_pages(const AddressSpace::Place& place) {
  return are_multiples(AddressSpace::kPage, place);
}

bool are_pages_of(const vidmm::Tenant& tenant, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t pages = tenant.size() / AddressSpace::kPage;
  return count != 0 && count <= pages && first <= pages - count;
}

bool is_for_memory(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection) {
  D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE known{};
  known.Write = 1;
  known.Execute = 1;
  return (protection.Value & ~known.Value) == 0;
}

bool is_for_nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection) {
  D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE zero{}, none{};
  zero.Zero = 1;
  none.NoAccess = 1;
  return protection.Value == zero.Value || protection.Value == none.Value;
}

}  // namespace drydock::dxgk
