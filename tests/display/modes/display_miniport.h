// A display-only miniport inside the test program: some outputs, some modes, and a hand in
// everything that it does. By itself it breaks no rule.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/driver/driver.h"
#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {

class DisplayMiniport {
 public:
  struct Output {
    ULONG uid = 7;
    DXGK_CHILD_DEVICE_HPD_AWARENESS awareness = HpdAwarenessInterruptible;
    bool is_connected = true;
    std::vector<EdidBlock> edid = {};
    D3DKMDT_MONITOR_ORIENTATION_AWARENESS orientation = D3DKMDT_MOA_NONE;
    DXGK_CHILD_DEVICE_TYPE type = TypeVideoOutput;
  };
  struct Settings {
    std::vector<Output> outputs = {Output{}};
    UINT sources = 1;
    std::vector<D3DKMDT_2DREGION> sizes = {{1024, 768}, {800, 600}, {640, 480}};
    std::vector<D3DKMDT_2DREGION> target_sizes = {};  // when they differ from those of sources
    bool rotates = false;
    // Puts entry points of the test's own into the table, or takes some out.
    std::function<void(DRIVER_INITIALIZATION_DATA&)> extend = nullptr;
  };

  // At most one lives at a time.
  DisplayMiniport() : DisplayMiniport(Settings()) {}
  explicit DisplayMiniport(Settings settings);
  ~DisplayMiniport();
  DisplayMiniport(const DisplayMiniport&) = delete;
  DisplayMiniport& operator=(const DisplayMiniport&) = delete;

  dxgk::Miniport miniport();
  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }
  nt::Driver& driver() { return driver_; }
  Settings& settings() { return settings_; }

  // Runs a body as the driver.
  void as_driver(const std::function<void()>& body) { driver_.run("test", body); }
  // A monitor comes or goes, and the driver says so.
  void plug(ULONG output, bool is_connected);

  // Called before the ordinary work; a status takes its place.
  struct Misdeeds {
    std::function<std::optional<NTSTATUS>(DXGK_CHILD_STATUS&)> status;
    std::function<std::optional<NTSTATUS>(ULONG, DXGK_DEVICE_DESCRIPTOR&)> descriptor;
    std::function<std::optional<NTSTATUS>(DXGKARG_ISSUPPORTEDVIDPN&)> supported;
    std::function<std::optional<NTSTATUS>(const DXGKARG_RECOMMENDFUNCTIONALVIDPN&)> recommend;
    std::function<std::optional<NTSTATUS>(const DXGKARG_ENUMVIDPNCOFUNCMODALITY&)> enumerate;
    std::function<std::optional<NTSTATUS>(const DXGKARG_COMMITVIDPN&)> commit;
    std::function<std::optional<NTSTATUS>(const DXGKARG_RECOMMENDMONITORMODES&)> monitor_modes;
    std::function<std::optional<NTSTATUS>(DXGKARG_QUERYVIDPNHWCAPABILITY&)> capability;
  } misdeeds;

  // "commit 0 -> 7 1024x768", "visible 0", "hidden 0", … in order, since the last time.
  std::vector<std::string> take_calls();

  // The interface of the network of the running call.
  const DXGK_VIDPN_INTERFACE& network(D3DKMDT_HVIDPN vidpn);
  struct Paths {
    D3DKMDT_HVIDPN vidpn = nullptr;
    D3DKMDT_HVIDPNTOPOLOGY handle = nullptr;
    const DXGK_VIDPNTOPOLOGY_INTERFACE* functions = nullptr;
  };
  Paths paths(D3DKMDT_HVIDPN vidpn);

  // The ordinary work.
  NTSTATUS enumerate(const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish);
  NTSTATUS commit(const DXGKARG_COMMITVIDPN& wish);
  // What the ordinary enumeration does for one set and one path.
  void list_source_modes(D3DKMDT_HVIDPN vidpn, UINT source);
  void list_target_modes(D3DKMDT_HVIDPN vidpn, UINT target);
  void support_path(const Paths& paths, const D3DKMDT_VIDPN_PRESENT_PATH& path);
  // Changes a copy of each path and has its support flags taken.
  void update_support(D3DKMDT_HVIDPN vidpn,
                      const std::function<void(D3DKMDT_VIDPN_PRESENT_PATH&)>& change);
  // Adds a path with everything as it comes, but for this change.
  void add_path(D3DKMDT_HVIDPN vidpn, UINT source, UINT target,
                const std::function<void(D3DKMDT_VIDPN_PRESENT_PATH&)>& change = nullptr);
  // Lists modes and pins the first of a source and of a target, as a recommendation does.
  void pin_first_modes(D3DKMDT_HVIDPN vidpn, UINT source, UINT target);
  // Of the pinned mode.
  std::optional<D3DKMDT_2DREGION> pinned_size(D3DKMDT_HVIDPN vidpn, UINT source);
  std::optional<D3DKMDT_2DREGION> pinned_target_size(D3DKMDT_HVIDPN vidpn, UINT target);
  bool has_pinned_source(D3DKMDT_HVIDPN vidpn, UINT source) {
    return pinned_size(vidpn, source).has_value();
  }
  bool has_pinned_target(D3DKMDT_HVIDPN vidpn, UINT target) {
    return pinned_target_size(vidpn, target).has_value();
  }

 private:
  friend struct DisplayDdi;
  void note(std::string call);
  void for_each_path(
      D3DKMDT_HVIDPN vidpn,
      const std::function<void(const Paths&, const D3DKMDT_VIDPN_PRESENT_PATH&)>& body);

  Settings settings_;
  nt::Driver driver_{"display"};
  DXGKRNL_INTERFACE kernel_{};
  std::mutex mutex_;
  std::vector<std::string> calls_;
};

}  // namespace drydock::testing
