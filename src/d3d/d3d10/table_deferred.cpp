// Deferred contexts and command lists in the table of an interface.
#include "src/d3d/d3d10/table_visit.h"

namespace drydock::d3d {
namespace {

using LocalDev = D3D10DDI_HDEVICE;

// The arguments for a view contain only the context's handle of its resource; the rest is zero.
template <typename Arguments, typename Handle, typename Runtime>
void open_local(VOID(APIENTRY* function)(LocalDev, const Arguments*, Handle, Runtime),
                LocalDev context, void* resource, void* memory, void* immediate) {
  Arguments arguments{};
  if constexpr (requires { arguments.hDrvResource; }) arguments.hDrvResource.pDrvPrivate = resource;
  function(context, resource == nullptr ? nullptr : &arguments, Handle{memory}, Runtime{immediate});
}
template <typename Signatures>
void open_local(VOID(APIENTRY* function)(LocalDev, const UINT*, D3D10DDI_HSHADER,
                                         D3D10DDI_HRTSHADER, const Signatures*),
                LocalDev context, void*, void* memory, void* immediate) {
  function(context, nullptr, D3D10DDI_HSHADER{memory}, D3D10DDI_HRTSHADER{immediate}, nullptr);
}

}  // namespace

void DeviceTable::check_deferred_sizes(Dev device, UINT& count, D3D11DDI_HANDLESIZE* out) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCheckDeferredContextHandleSizes; })
      table.pfnCheckDeferredContextHandleSizes(device, &count, out);
  });
}

SIZE_T DeviceTable::calc_deferred_handle(Dev device, D3D11DDI_HANDLETYPE type, void* object) const {
  SIZE_T out = 0;
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCalcDeferredContextHandleSize; })
      out = table.pfnCalcDeferredContextHandleSize(device, type, object);
  });
  return out;
}

SIZE_T DeviceTable::calc_deferred_context(
    Dev device, const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE& wish) const {
  SIZE_T out = 0;
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCalcPrivateDeferredContextSize; })
      out = table.pfnCalcPrivateDeferredContextSize(device, &wish);
  });
  return out;
}

void DeviceTable::create_deferred_context(Dev device,
                                          const D3D11DDIARG_CREATEDEFERREDCONTEXT& wish) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCreateDeferredContext; })
      table.pfnCreateDeferredContext(device, &wish);
  });
}

SIZE_T DeviceTable::calc_command_list(Dev device, const D3D11DDIARG_CREATECOMMANDLIST& wish) const {
  SIZE_T out = 0;
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCalcPrivateCommandListSize; })
      out = table.pfnCalcPrivateCommandListSize(device, &wish);
  });
  return out;
}

void DeviceTable::create_command_list(Dev device, const D3D11DDIARG_CREATECOMMANDLIST& wish,
                                      void* memory, HANDLE runtime) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCreateCommandList; })
      table.pfnCreateCommandList(device, &wish, D3D11DDI_HCOMMANDLIST{memory},
                                 D3D11DDI_HRTCOMMANDLIST{runtime});
  });
}

void DeviceTable::destroy_command_list(Dev device, void* memory) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnDestroyCommandList; })
      table.pfnDestroyCommandList(device, D3D11DDI_HCOMMANDLIST{memory});
  });
}

void DeviceTable::execute(Dev device, void* list) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnCommandListExecute; })
      table.pfnCommandListExecute(device, D3D11DDI_HCOMMANDLIST{list});
  });
}

bool DeviceTable::can_record() const {
  return visit([&](const auto& table) {
    if constexpr (requires { table.pfnAbandonCommandList; })
      return table.pfnAbandonCommandList != nullptr && table.pfnCreateResource != nullptr &&
             table.pfnDestroyResource != nullptr && table.pfnDestroyDevice != nullptr &&
             table.pfnResourceCopy != nullptr && table.pfnDraw != nullptr &&
             table.pfnSetRenderTargets != nullptr && table.pfnClearRenderTargetView != nullptr &&
             table.pfnCreateRenderTargetView != nullptr &&
             table.pfnDestroyRenderTargetView != nullptr;
    return false;
  });
}

void DeviceTable::abandon(Dev context) const {
  visit([&](const auto& table) {
    if constexpr (requires { table.pfnAbandonCommandList; }) table.pfnAbandonCommandList(context);
  });
}

void DeviceTable::open_local_resource(Dev context, void* memory, void* immediate) const {
  visit([&](const auto& table) {
    open_local(table.pfnCreateResource, context, nullptr, memory, immediate);
  });
}

void DeviceTable::open_local_view(ChildKind kind, Dev context, void* resource, void* memory,
                                  void* immediate) const {
  visit([&](const auto& table) {
    with_functions(table, kind, [&](auto, auto make, auto) {
      open_local(make, context, resource, memory, immediate);
    });
  });
}

}  // namespace drydock::d3d
