// Applications of Direct3D 9 at work with resources: states, shaders, draws, copies and queries.
//
// No picture is judged, and a driver may refuse every call. Its submissions, locks and allocations
// are judged.
#include <array>

#include "src/d3d/d3d9/device.h"
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device9;
using d3d::Resource;
using Functions = D3DDDI_DEVICEFUNCS;

// The table's function of that name.
#define PASS_ON(device, name, ...) \
  (device).pass_on(#name, &Functions::pfn##name __VA_OPT__(, ) __VA_ARGS__)

constexpr UINT kSide9 = 32;
constexpr UINT kVertices = 24;
constexpr UINT kStride = 16;
constexpr RECT kAll9{0, 0, static_cast<LONG>(kSide9), static_cast<LONG>(kSide9)};

d3d::ResourceSpec buffer9(bool of_indices) {
  d3d::ResourceSpec out = textures(1);
  out.flags = {};
  out.flags.VertexBuffer = of_indices ? 0 : 1;
  out.flags.IndexBuffer = of_indices ? 1 : 0;
  out.format = of_indices ? D3DDDIFMT_INDEX16 : D3DDDIFMT_VERTEXDATA;
  out.surfaces[0] = {kVertices * kStride, 1, 1, nullptr, 0, 0};
  return out;
}

d3d::ResourceSpec target9() {
  d3d::ResourceSpec out = textures(1, kSide9);
  out.flags.RenderTarget = 1;
  return out;
}

d3d::ResourceSpec depth9() {
  d3d::ResourceSpec out = textures(1, kSide9);
  out.flags = {};
  out.flags.ZBuffer = 1;
  out.format = D3DDDIFMT_D24S8;
  return out;
}

d3d::ResourceSpec volume9() {
  d3d::ResourceSpec out = textures(1, kSide9);
  out.flags.Volume = 1;
  out.surfaces[0].Depth = 4;
  return out;
}

d3d::ResourceSpec mip_chain9() {
  d3d::ResourceSpec out = textures(3, kSide9);
  out.mip_levels = 3;
  for (UINT i = 0; i < 3; ++i) out.surfaces[i].Width = out.surfaces[i].Height = kSide9 >> i;
  return out;
}

void with_device9(Run& run, const std::function<void(Device9&)>& life) {
  run_with_device(run, d3d::Style::kDirect3D9,
                  [&](d3d::Device& device) { life(static_cast<Device9&>(device)); });
}

// Null when the driver refuses it: buffers and volumes are optional.
Resource* make_if(Device9& device, const d3d::ResourceSpec& spec) {
  Resource* out = nullptr;
  device.create_resource(spec, out);
  return out;
}

HANDLE handle_of(const Resource* resource) {
  return resource == nullptr ? nullptr : resource->driver_handle.value;
}

// The states in which every device of Direct3D 9 begins.
void set_states(Device9& device) {
  constexpr std::pair<D3DDDIRENDERSTATETYPE, UINT> kStates[] = {
      {D3DDDIRS_ZENABLE, 0},           {D3DDDIRS_FILLMODE, 3},  {D3DDDIRS_SHADEMODE, 2},
      {D3DDDIRS_ALPHABLENDENABLE, 0},  {D3DDDIRS_CULLMODE, 1},  {D3DDDIRS_LIGHTING, 0},
      {D3DDDIRS_SCISSORTESTENABLE, 1}, {D3DDDIRS_CLIPPING, 1},  {D3DDDIRS_COLORWRITEENABLE, 15},
      {D3DDDIRS_STENCILENABLE, 0},     {D3DDDIRS_FOGENABLE, 0}, {D3DDDIRS_SRGBWRITEENABLE, 0}};
  for (const auto& [state, value] : kStates) {
    const D3DDDIARG_RENDERSTATE wanted{state, value};
    PASS_ON(device, SetRenderState, &wanted);
  }
  for (const auto state : {D3DDDITSS_MAGFILTER, D3DDDITSS_MINFILTER, D3DDDITSS_ADDRESSU}) {
    const D3DDDIARG_TEXTURESTAGESTATE wanted{0, state, 1};
    PASS_ON(device, SetTextureStageState, &wanted);
  }
  const D3DDDIARG_VIEWPORTINFO viewport{0, 0, kSide9, kSide9};
  PASS_ON(device, SetViewport, &viewport);
  const D3DDDIARG_ZRANGE depth{0, 1};
  PASS_ON(device, SetZRange, &depth);
  const D3DDDIARG_WINFO distances{0, 1};
  PASS_ON(device, UpdateWInfo, &distances);
  PASS_ON(device, SetScissorRect, &kAll9);
}

void set_geometry(Device9& device) {
  D3DDDIARG_SETTRANSFORM world{};
  world.TransformType = D3DTS_VIEW;
  for (int i = 0; i < 4; ++i) world.Matrix.m[i][i] = 1;
  PASS_ON(device, SetTransform, &world);
  const D3DDDIARG_MULTIPLYTRANSFORM again{world.TransformType, world.Matrix};
  PASS_ON(device, MultiplyTransform, &again);
  const D3DDDIARG_SETCLIPPLANE plane{0, {0, 0, 1, 0}};
  PASS_ON(device, SetClipPlane, &plane);
  const D3DDDIARG_SETMATERIAL material{};
  PASS_ON(device, SetMaterial, &material);
  const D3DDDIARG_CREATELIGHT made{0};
  PASS_ON(device, CreateLight, &made);
  D3DDDI_LIGHT light{};
  light.Type = D3DLIGHT_DIRECTIONAL;
  light.Direction.z = 1;
  for (const auto what : {D3DDDI_SETLIGHT_DATA, D3DDDI_SETLIGHT_ENABLE, D3DDDI_SETLIGHT_DISABLE}) {
    const D3DDDIARG_SETLIGHT wanted{0, what};
    PASS_ON(device, SetLight, &wanted, what == D3DDDI_SETLIGHT_DATA ? &light : nullptr);
  }
  const D3DDDIARG_DESTROYLIGHT gone{0};
  PASS_ON(device, DestroyLight, &gone);
}

void set_palette(Device9& device, const Resource& texture) {
  struct Entry4 {
    BYTE red, green, blue, flags;
  };
  const std::array<Entry4, 256> colors{};
  const D3DDDIARG_SETPALETTE wanted{0, D3DDDISETPALETTE_256, handle_of(&texture)};
  PASS_ON(device, SetPalette, &wanted);
  const D3DDDIARG_UPDATEPALETTE update{0, 0, 256};
  PASS_ON(device, UpdatePalette, &update,
          reinterpret_cast<const struct tagPALETTEENTRY*>(colors.data()));
}

// The numbers of D3DHAL_DP2STATESET: a set is begun, ended, executed and deleted.
void record_states(Device9& device) {
  D3DDDIARG_STATESET set{};
  for (const UINT operation : {0U, 1U, 3U, 2U}) {
    set.Operation = operation;
    set.StateBlockType = D3DSBT_ALL;
    if (FAILED(PASS_ON(device, StateSet, &set))) return;
  }
}

void states9(Run& run) {
  with_device9(run, [](Device9& device) {
    Resource& texture = make(device, textures(1, kSide9));
    set_states(device);
    set_geometry(device);
    PASS_ON(device, SetTexture, 0U, handle_of(&texture));
    set_palette(device, texture);
    record_states(device);
    D3DDDIARG_VALIDATETEXTURESTAGESTATE passes{};
    PASS_ON(device, ValidateDevice, &passes);
    PASS_ON(device, SetMarkerMode, D3DDDIMT_NONE, 0U);
    PASS_ON(device, SetMarker);
    PASS_ON(device, SetTexture, 0U, HANDLE{});
    must(device.flush(), "Flush");
    must(device.destroy_resource(texture), "DestroyResource");
  });
}

// vs_1_1: dcl_position v0; mov oPos, v0.
constexpr std::array<UINT, 8> kVertexCode = {0xFFFE0101, 0x0000001F, 0x80000000, 0x900F0000,
                                             0x00000001, 0xC00F0000, 0x90E40000, 0x0000FFFF};
// ps_1_1: mov r0, v0.
constexpr std::array<UINT, 5> kPixelCode = {0xFFFF0101, 0x00000001, 0x800F0000, 0x90E40000,
                                            0x0000FFFF};

// The shaders of a device while they are set.
struct Shaders9 {
  D3DDDIARG_CREATEVERTEXSHADERDECL declaration{2, nullptr};
  D3DDDIARG_CREATEVERTEXSHADERFUNC vertex{sizeof kVertexCode, nullptr};
  D3DDDIARG_CREATEPIXELSHADER pixel{sizeof kPixelCode, nullptr};
  bool has_declaration = false, has_vertex = false, has_pixel = false;

  void set(Device9& device) {
    const std::array<D3DDDIVERTEXELEMENT, 2> elements = {
        {{0, 0, 3 /* FLOAT4 */, 0, 0, 0}, {0xFF, 0, 17 /* UNUSED */, 0, 0, 0}}};
    has_declaration =
        SUCCEEDED(PASS_ON(device, CreateVertexShaderDecl, &declaration, elements.data()));
    has_vertex = SUCCEEDED(PASS_ON(device, CreateVertexShaderFunc, &vertex, kVertexCode.data()));
    has_pixel = SUCCEEDED(PASS_ON(device, CreatePixelShader, &pixel, kPixelCode.data()));
    if (has_declaration) PASS_ON(device, SetVertexShaderDecl, declaration.ShaderHandle);
    if (has_vertex) PASS_ON(device, SetVertexShaderFunc, vertex.ShaderHandle);
    if (has_pixel) PASS_ON(device, SetPixelShader, pixel.ShaderHandle);
  }

  void remove(Device9& device) const {
    if (has_pixel) PASS_ON(device, SetPixelShader, HANDLE{});
    if (has_vertex) PASS_ON(device, SetVertexShaderFunc, HANDLE{});
    if (has_pixel) PASS_ON(device, DeletePixelShader, pixel.ShaderHandle);
    if (has_vertex) PASS_ON(device, DeleteVertexShaderFunc, vertex.ShaderHandle);
    if (has_declaration) PASS_ON(device, DeleteVertexShaderDecl, declaration.ShaderHandle);
  }
};

void set_constants(Device9& device) {
  constexpr FLOAT kFloats[4] = {1, 0, 0, 1};
  constexpr INT kInts[4] = {1, 2, 3, 4};
  constexpr BOOL kBool = TRUE;
  const D3DDDIARG_SETVERTEXSHADERCONST vertex{0, 1};
  const D3DDDIARG_SETPIXELSHADERCONST pixel{0, 1};
  PASS_ON(device, SetVertexShaderConst, &vertex, kFloats);
  PASS_ON(device, SetVertexShaderConstI, &vertex, kInts);
  PASS_ON(device, SetVertexShaderConstB, &vertex, &kBool);
  PASS_ON(device, SetPixelShaderConst, &pixel, kFloats);
  PASS_ON(device, SetPixelShaderConstI, &pixel, kInts);
  PASS_ON(device, SetPixelShaderConstB, &pixel, &kBool);
}

void draw_buffers(Device9& device, const Resource& vertices, const Resource& indices) {
  const D3DDDIARG_SETSTREAMSOURCE source{0, handle_of(&vertices), 0, kStride};
  PASS_ON(device, SetStreamSource, &source);
  const D3DDDIARG_SETSTREAMSOURCEFREQ often{0, 1};
  PASS_ON(device, SetStreamSourceFreq, &often);
  const D3DDDIARG_SETINDICES from{handle_of(&indices), 2};
  PASS_ON(device, SetIndices, &from);
  const D3DDDIARG_DRAWPRIMITIVE draw{D3DPT_TRIANGLELIST, 0, 2};
  PASS_ON(device, DrawPrimitive, &draw, nullptr);
  const D3DDDIARG_DRAWINDEXEDPRIMITIVE indexed{D3DPT_TRIANGLELIST, 0, 0, kVertices, 0, 2};
  PASS_ON(device, DrawIndexedPrimitive, &indexed);
  const D3DDDIARG_DRAWPRIMITIVE2 second{D3DPT_TRIANGLELIST, 0, 2};
  PASS_ON(device, DrawPrimitive2, &second);
}

// Vertices and indices in memory of the application.
void draw_memory(Device9& device) {
  const std::array<FLOAT, kVertices * 4> vertices{};
  const std::array<USHORT, kVertices> indices{};
  const D3DDDIARG_SETSTREAMSOURCEUM source{0, kStride};
  PASS_ON(device, SetStreamSourceUm, &source, static_cast<const VOID*>(vertices.data()));
  PASS_ON(device, SetIndicesUm, 2U, static_cast<const VOID*>(indices.data()));
  const D3DDDIARG_DRAWPRIMITIVE draw{D3DPT_TRIANGLELIST, 0, 2};
  PASS_ON(device, DrawPrimitive, &draw, nullptr);
  const D3DDDIARG_DRAWINDEXEDPRIMITIVE2 indexed{D3DPT_TRIANGLELIST, 0, 0, kVertices, 0, 2};
  PASS_ON(device, DrawIndexedPrimitive2, &indexed, 2U, static_cast<const VOID*>(indices.data()),
          nullptr);
}

void end_drawing(Device9& device, UINT targets) {
  const D3DDDIARG_SETSTREAMSOURCE none{0, nullptr, 0, 0};
  PASS_ON(device, SetStreamSource, &none);
  const D3DDDIARG_SETINDICES no_indices{nullptr, 0};
  PASS_ON(device, SetIndices, &no_indices);
  const D3DDDIARG_SETDEPTHSTENCIL no_depth{nullptr};
  PASS_ON(device, SetDepthStencil, &no_depth);
  for (UINT i = 0; i < targets; ++i) {
    const D3DDDIARG_SETRENDERTARGET no_target{i, nullptr, 0};
    PASS_ON(device, SetRenderTarget, &no_target);
  }
}

// Draws into a target that is destroyed while the commands may be batched.
void draw9(Run& run) {
  with_device9(run, [](Device9& device) {
    Resource& target = make(device, target9());
    Resource* const depth = make_if(device, depth9());
    Resource* const vertices = make_if(device, buffer9(false));
    Resource* const indices = make_if(device, buffer9(true));
    set_states(device);
    const D3DDDIARG_SETRENDERTARGET onto{0, handle_of(&target), 0};
    PASS_ON(device, SetRenderTarget, &onto);
    const D3DDDIARG_SETDEPTHSTENCIL behind{handle_of(depth)};
    PASS_ON(device, SetDepthStencil, &behind);
    const D3DDDIARG_CLEAR clear{1, 0xff00ff00, 1, 0};
    PASS_ON(device, Clear, &clear, 1U, &kAll9);
    Shaders9 shaders;
    shaders.set(device);
    set_constants(device);
    if (vertices != nullptr && indices != nullptr) draw_buffers(device, *vertices, *indices);
    draw_memory(device);
    if (depth != nullptr) {
      const D3DDDIARG_DEPTHFILL fill{handle_of(depth), 0, kAll9, 0};
      PASS_ON(device, DepthFill, &fill);
    }
    end_drawing(device, 1);
    shaders.remove(device);
    for (Resource* each : {&target, depth, vertices, indices}) {
      if (each != nullptr) must(device.destroy_resource(*each), "DestroyResource");
    }
    must(device.flush(), "Flush");
  });
}

// Copies between resources of the same kind, both of which are destroyed while the copy may be
// batched.
void copy_pair(Device9& device, const d3d::ResourceSpec& spec,
               const std::function<void(HANDLE to, HANDLE from)>& copy) {
  Resource* const to = make_if(device, spec);
  Resource* const from = to == nullptr ? nullptr : make_if(device, spec);
  if (from != nullptr) copy(handle_of(to), handle_of(from));
  for (Resource* each : {to, from}) {
    if (each != nullptr) must(device.destroy_resource(*each), "DestroyResource");
  }
  must(device.flush(), "Flush");
}

void copies9(Run& run) {
  with_device9(run, [](Device9& device) {
    copy_pair(device, buffer9(false), [&](HANDLE to, HANDLE from) {
      const D3DDDIRANGE half{0, kVertices * kStride / 2};
      const D3DDDIARG_BUFFERBLT first{to, from, 0, half};
      PASS_ON(device, BufBlt, &first);
      const D3DDDIARG_BUFFERBLT1 second{to, from, 0, half, 0};
      PASS_ON(device, BufBlt1, &second);
    });
    copy_pair(device, mip_chain9(), [&](HANDLE to, HANDLE from) {
      const D3DDDIARG_TEXBLT first{to, from, 0, {0, 0}, kAll9};
      PASS_ON(device, TexBlt, &first);
      const D3DDDIARG_TEXBLT1 second{to, from, 0, {0, 0}, kAll9, 0};
      PASS_ON(device, TexBlt1, &second);
      const D3DDDIARG_GENERATEMIPSUBLEVELS levels{to, D3DDDITEXF_POINT};
      PASS_ON(device, GenerateMipSubLevels, &levels);
    });
    copy_pair(device, volume9(), [&](HANDLE to, HANDLE from) {
      const D3DDDIBOX box{0, 0, kSide9, kSide9, 0, 4};
      const D3DDDIARG_VOLUMEBLT first{to, from, 0, 0, 0, box};
      PASS_ON(device, VolBlt, &first);
      const D3DDDIARG_VOLUMEBLT1 second{to, from, 0, 0, 0, box, 0};
      PASS_ON(device, VolBlt1, &second);
    });
  });
}

// Updates from memory of the application, discards of contents, and a present with a list.
void updates9(Run& run) {
  with_device9(run, [](Device9& device) {
    Resource& texture = make(device, target9());
    const std::vector<std::uint32_t> pixels(std::size_t{kSide9} * kSide9, 0x12345678);
    D3DDDIARG_UPDATESUBRESOURCEUP update{};
    update.hResource = handle_of(&texture);
    update.pSysMemUP = pixels.data();
    update.RowPitch = kSide9 * 4;
    update.DepthPitch = update.RowPitch * kSide9;
    PASS_ON(device, UpdateSubresourceUP, &update);
    must(device.color_fill(texture, 0, 1), "ColorFill");
    PASS_ON(device, UpdateSubresourceUP, &update);
    const D3DDDIARG_DISCARD discard{handle_of(&texture), 0, 1, nullptr, 0};
    PASS_ON(device, Discard, &discard);
    must(device.flush(), "Flush");
    D3DDDIARG_PRESENTSURFACE surface{handle_of(&texture), 0};
    D3DDDIARG_PRESENT1 present{};
    present.phSrcResources = &surface;
    present.SrcResources = 1;
    PASS_ON(device, Present1, &present);
    must(device.destroy_resource(texture), "DestroyResource");
  });
}

// The application asks whether the GPU is done, and of the device.
void queries9(Run& run) {
  with_device9(run, [](Device9& device) {
    Resource& texture = make(device, textures(1, kSide9));
    D3DDDIARG_CREATEQUERY query{D3DDDIQUERYTYPE_EVENT, nullptr};
    const bool has_queries = SUCCEEDED(PASS_ON(device, CreateQuery, &query));
    must(device.color_fill(texture, 0, 1), "ColorFill");
    if (has_queries) {
      D3DDDIARG_ISSUEQUERY end{query.hQuery, {}};
      end.Flags.End = 1;
      PASS_ON(device, IssueQuery, &end);
      must(device.flush(), "Flush");
      BOOL is_done = FALSE;
      const D3DDDIARG_GETQUERYDATA ask{query.hQuery, &is_done};
      PASS_ON(device, GetQueryData, &ask);
      PASS_ON(device, DestroyQuery, query.hQuery);
    }
    D3DDDIDEVINFO_VCACHE cache{};
    PASS_ON(device, GetInfo, UINT{D3DDDIDEVINFOID_VCACHE}, static_cast<VOID*>(&cache),
            static_cast<UINT>(sizeof cache));
    must(device.destroy_resource(texture), "DestroyResource");
  });
}

#undef PASS_ON

}  // namespace

std::span<const Scenario> user_mode_drawing() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.states", kKind, "render states, textures, lights, palettes", false, states9},
      {"user-mode.draw", kKind, "shaders, buffers and draws into a target", false, draw9},
      {"user-mode.copies", kKind, "copies of buffers, textures and volumes", false, copies9},
      {"user-mode.updates", kKind, "contents from the application's memory", false, updates9},
      {"user-mode.queries", kKind, "queries of the device and of its progress", false, queries9},
  };
  return kAll;
}

}  // namespace drydock::verify
