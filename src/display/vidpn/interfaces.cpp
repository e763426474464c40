#include "src/display/vidpn/interfaces.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <new>

#include "src/display/vidpn/functions.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/read_only_pages.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

static_assert(sizeof(Interfaces) <= nt::kPageBytes);

Interfaces all_tables() {
  return {.vidpn1 = vidpn_functions(DXGK_VIDPN_INTERFACE_VERSION_V1),
          .vidpn2 = vidpn_functions(DXGK_VIDPN_INTERFACE_VERSION_V2),
          .topology = topology_functions(),
          .source_modes = source_mode_functions(),
          .target_modes = target_mode_functions(),
          .monitor_modes = monitor_mode_functions(),
          .ranges = range_functions(),
          .descriptors = descriptor_functions(),
          .monitor1 = monitor_functions(DXGK_MONITOR_INTERFACE_VERSION_V1),
          .monitor2 = monitor_functions(DXGK_MONITOR_INTERFACE_VERSION_V2)};
}

// The tables on a page of their own, which is watched.
class TablesPage {
 public:
  explicit TablesPage(void* page)
      : tables_(*new(page) Interfaces(all_tables())), watch_(page, nt::kPageBytes, "D-047") {
    mprotect(page, nt::kPageBytes, PROT_READ);
  }
  const Interfaces& tables() const { return tables_; }

 private:
  const Interfaces& tables_;
  const nt::ReadOnlyPages watch_;
};

// Never freed: drivers may have the addresses as long as they are loaded.
const TablesPage& make_page() {
  void* const page =
      mmap(nullptr, nt::kPageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw std::bad_alloc();
  return *new TablesPage(page);
}

}  // namespace

const Interfaces& interfaces() {
  static const TablesPage& page = make_page();
  return page.tables();
}

NTSTATUS query_vidpn_interface(D3DKMDT_HVIDPN vidpn, DXGK_VIDPN_INTERFACE_VERSION version,
                               const DXGK_VIDPN_INTERFACE** out) {
  constexpr const char* kCall = "DxgkCbQueryVidPnInterface";
  const bool has_version =
      version == DXGK_VIDPN_INTERFACE_VERSION_V1 || version == DXGK_VIDPN_INTERFACE_VERSION_V2;
  if (rules::breaks("D-044", out == nullptr)) {
    raise(kCall, {"D-044", "ppVidPnInterface is NULL"});
    return STATUS_INVALID_PARAMETER;
  }
  if (!has_version) {
    raise(kCall, {"D-044", fmt::format("there is no version {}", static_cast<unsigned>(version))});
    return STATUS_NOT_SUPPORTED;
  }
  const bool is_live = NetworkHandles::instance().alone(
      [&] { return NetworkHandles::instance().find(ObjectKind::kVidPn, vidpn).object != nullptr; });
  if (!is_live) {
    raise(kCall, {"D-044", fmt::format("{} is no VidPn of the running call",
                                       static_cast<const void*>(vidpn))});
    return STATUS_GRAPHICS_INVALID_VIDPN;
  }
  *out = version == DXGK_VIDPN_INTERFACE_VERSION_V1 ? &interfaces().vidpn1 : &interfaces().vidpn2;
  return STATUS_SUCCESS;
}

NTSTATUS query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION version,
                                 const DXGK_MONITOR_INTERFACE** out) {
  if (out == nullptr) return STATUS_INVALID_PARAMETER;
  rules::evaluated("D-045");
  switch (version) {
    case DXGK_MONITOR_INTERFACE_VERSION_V1:
      *out = reinterpret_cast<const DXGK_MONITOR_INTERFACE*>(&interfaces().monitor1);
      return STATUS_SUCCESS;
    case DXGK_MONITOR_INTERFACE_VERSION_V2:
      *out = reinterpret_cast<const DXGK_MONITOR_INTERFACE*>(&interfaces().monitor2);
      return STATUS_SUCCESS;
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

}  // namespace drydock::display
