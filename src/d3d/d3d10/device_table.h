// The functions of a device of Direct3D 10 or later, in the table of the interface that both sides
// agreed on, with the same calls for every table.
//
// The table is the runtime's memory: an inaccessible page follows it, so that a driver which fills
// a longer one is found. A driver may replace most of its entries at any time; they are read when
// they are called. Arguments are those of the newest interface: older ones are their beginnings.
#pragma once

#include <memory>
#include <vector>

#include "src/d3d/core/private_memory.h"
#include "src/d3d/driver/wdk10.h"

namespace drydock::d3d {

enum class ChildKind : std::uint8_t {
  kShaderResource,
  kRenderTarget,
  kDepthStencil,
  kUnorderedAccess,
  // No views from here on.
  kSampler,
  kBlendState,
  kDepthStencilState,
  kRasterizerState,
  kQuery,
  kVertexShader,
  kPixelShader,
};
inline bool is_view(ChildKind kind) { return kind <= ChildKind::kUnorderedAccess; }
// Drivers always have one of these; of the other kinds nothing may be bound.
inline bool is_state(ChildKind kind) {
  return kind == ChildKind::kBlendState || kind == ChildKind::kDepthStencilState ||
         kind == ChildKind::kRasterizerState;
}
const char* name_of(ChildKind kind);

struct ViewWish {
  D3D10DDI_HRESOURCE resource{};
  DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;
  bool is_buffer = false;
  UINT elements = 0;  // the number of elements of a buffer
  UINT level = 0;     // the most detailed one
  UINT slice = 0;
};

// The function of the driver that serves a map.
enum class MapWay : std::uint8_t { kGeneral, kStaging, kDynamicInput, kDynamicConstants, kDynamic };

class DeviceTable {
 public:
  // True for interfaces that there is a table of.
  static bool knows(UINT interface);
  // Throws std::bad_alloc.
  explicit DeviceTable(UINT interface);

  void* data() const { return memory_.data(); }
  // The first entry that every interface has and that the driver left empty, or -1.
  int first_missing() const;
  // Entries that a free-threaded driver may not replace.
  std::vector<void*> fixed() const;

  using Dev = D3D10DDI_HDEVICE;
  SIZE_T calc_resource(Dev device, const D3D11DDIARG_CREATERESOURCE& wish) const;
  SIZE_T calc_opened(Dev device, const D3D10DDIARG_OPENRESOURCE& wish) const;
  void create_resource(Dev device, const D3D11DDIARG_CREATERESOURCE& wish, void* memory,
                       HANDLE runtime) const;
  void open_resource(Dev device, const D3D10DDIARG_OPENRESOURCE& wish, void* memory,
                     HANDLE runtime) const;
  void destroy_resource(Dev device, void* memory) const;
  void destroy_device(Dev device) const;

  void map(MapWay way, D3D10_DDI_MAP kind, Dev device, void* resource, UINT index, UINT flags,
           D3D10DDI_MAPPED_SUBRESOURCE& out) const;
  void unmap(MapWay way, Dev device, void* resource, UINT index) const;
  bool is_staging_busy(Dev device, void* resource) const;
  // Returns the driver's answer; TRUE for interfaces whose function returns nothing.
  BOOL flush(Dev device, UINT flags) const;
  void copy(Dev device, void* to, void* from) const;
  void copy_region(Dev device, void* to, UINT to_index, void* from, UINT from_index) const;
  void update(Dev device, void* to, UINT index, const void* from, UINT pitch, UINT slice) const;

  SIZE_T calc_child(ChildKind kind, Dev device, const ViewWish& wish) const;
  void create_child(ChildKind kind, Dev device, const ViewWish& wish, void* memory,
                    HANDLE runtime) const;
  void destroy_child(ChildKind kind, Dev device, void* memory) const;

  void clear_target(Dev device, void* view, const FLOAT color[4]) const;
  void draw(Dev device, UINT vertices) const;
  // Null unbinds.
  void bind_targets(Dev device, void* target, void* depth) const;
  void bind_shader_resource(Dev device, void* view) const;
  void bind_unordered(Dev device, void* view) const;
  // Shaders, samplers and states.
  void bind_state(ChildKind kind, Dev device, void* state) const;
  // Sets up draws of triangles on all of a target of this size.
  void set_triangles(Dev device, UINT width, UINT height) const;
  UINT check_format(Dev device, DXGI_FORMAT format) const;

  // Deferred contexts and command lists, from Direct3D 11 on: nothing happens in older tables.
  void check_deferred_sizes(Dev device, UINT& count, D3D11DDI_HANDLESIZE* out) const;
  SIZE_T calc_deferred_handle(Dev device, D3D11DDI_HANDLETYPE type, void* object) const;
  SIZE_T calc_deferred_context(Dev device,
                               const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE& wish) const;
  void create_deferred_context(Dev device, const D3D11DDIARG_CREATEDEFERREDCONTEXT& wish) const;
  SIZE_T calc_command_list(Dev device, const D3D11DDIARG_CREATECOMMANDLIST& wish) const;
  void create_command_list(Dev device, const D3D11DDIARG_CREATECOMMANDLIST& wish, void* memory,
                           HANDLE runtime) const;
  void destroy_command_list(Dev device, void* memory) const;
  void execute(Dev device, void* list) const;
  // True when the table of a deferred context has all functions that record. It may leave out the
  // rest.
  bool can_record() const;
  void abandon(Dev context) const;
  void open_local_resource(Dev context, void* memory, void* immediate) const;
  void open_local_view(ChildKind kind, Dev context, void* resource, void* memory,
                       void* immediate) const;

 private:
  template <typename Body>
  decltype(auto) visit(Body&& body) const;

  const UINT interface_;
  TableMemory memory_;
};

}  // namespace drydock::d3d
