// Deferred contexts, which record, and command lists, which the immediate one executes.
#include "fitter.h"

namespace {

Device& From(D3D10DDI_HDEVICE Handle) { return *static_cast<Device*>(Handle.pDrvPrivate); }
List*& From(D3D11DDI_HCOMMANDLIST Handle) { return *static_cast<List**>(Handle.pDrvPrivate); }

const D3D11DDI_HANDLESIZE Sizes[] = {{D3D10DDI_HT_RESOURCE, sizeof(Local)},
                                     {D3D10DDI_HT_RENDERTARGETVIEW, sizeof(View)},
                                     {D3D10DDI_HT_SHADERRESOURCEVIEW, sizeof(View)},
                                     {D3D11DDI_HT_COMMANDLIST, sizeof(void*)}};

VOID APIENTRY CheckDeferredContextHandleSizes(D3D10DDI_HDEVICE, UINT* Count, D3D11DDI_HANDLESIZE* Out) {
  if (Out != nullptr) memcpy(Out, Sizes, sizeof(Sizes));
  *Count = sizeof(Sizes) / sizeof(Sizes[0]);
}

SIZE_T APIENTRY CalcDeferredContextHandleSize(D3D10DDI_HDEVICE, D3D11DDI_HANDLETYPE Type, VOID*) {
  if (Does(AT_CALC_DEFERRED, DO_SIZE)) return ThePlan.Value;
  for (const D3D11DDI_HANDLESIZE& Each : Sizes) {
    if (Each.HandleType == Type) return Each.DriverPrivateSize;
  }
  return 0;
}

SIZE_T APIENTRY CalcPrivateDeferredContextSize(D3D10DDI_HDEVICE, const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE*) {
  return sizeof(Device);
}

VOID APIENTRY CreateDeferredContext(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATEDEFERREDCONTEXT* Wanted) {
  Act(AT_CREATE_DEFERRED, From(Handle), Wanted->hDrvContext.pDrvPrivate);
  if (ThePlan.Place == AT_CREATE_DEFERRED && ThePlan.Deed == DO_SET_ERROR) return;
  ++ThePlan.Deferreds;
  Device& Made = *new (Wanted->hDrvContext.pDrvPrivate) Device();
  Made.IsDeferred = true;
  Made.Runtime = From(Handle).Runtime;
  Made.Callbacks = From(Handle).Callbacks;
  Made.CoreLayer = Wanted->hRTCoreLayer;
  Made.Core = Wanted->p11UMCallbacks;
  Made.Context = From(Handle).Context;
  D3DWDDM1_3DDI_DEVICEFUNCS Table = {};
  FillTable(Table);
  if (Does(AT_CREATE_DEFERRED, DO_SHORT_TABLE)) Table.pfnDraw = nullptr;
  *Wanted->pWDDM1_3ContextFuncs = Table;
}

VOID APIENTRY AbandonCommandList(D3D10DDI_HDEVICE Handle) {
  ++ThePlan.Abandons;
  ThePlan.BoundAtAbandon += From(Handle).Bound != nullptr;
  From(Handle).Recording.clear();
}

SIZE_T APIENTRY CalcPrivateCommandListSize(D3D10DDI_HDEVICE, const D3D11DDIARG_CREATECOMMANDLIST*) {
  return sizeof(void*);
}

VOID APIENTRY CreateCommandList(D3D10DDI_HDEVICE Handle, const D3D11DDIARG_CREATECOMMANDLIST* Wanted,
                                D3D11DDI_HCOMMANDLIST Out, D3D11DDI_HRTCOMMANDLIST) {
  Act(AT_CREATE_LIST, From(Handle), Out.pDrvPrivate);
  if (ThePlan.Place == AT_CREATE_LIST && ThePlan.Deed == DO_SET_ERROR) return;
  ++ThePlan.Lists;
  From(Out) = new List{std::move(From(Wanted->hDeferredContext).Recording)};
}

VOID APIENTRY DestroyCommandList(D3D10DDI_HDEVICE, D3D11DDI_HCOMMANDLIST Dead) {
  ++ThePlan.ListsGone;
  delete From(Dead);
}

VOID APIENTRY CommandListExecute(D3D10DDI_HDEVICE Handle, D3D11DDI_HCOMMANDLIST Which) {
  ++ThePlan.Executes;
  HRESULT Result = S_OK;
  for (const Recorded& Each : From(Which)->Commands) {
    if (SUCCEEDED(Result)) Result = From(Handle).Add(Each);
  }
  From(Handle).Bound = nullptr;
  From(Handle).Tell(Result);
}

}  // namespace

void FillDeferred(D3DWDDM1_3DDI_DEVICEFUNCS& Out) {
  Out.pfnCheckDeferredContextHandleSizes = CheckDeferredContextHandleSizes;
  Out.pfnCalcDeferredContextHandleSize = CalcDeferredContextHandleSize;
  Out.pfnCalcPrivateDeferredContextSize = CalcPrivateDeferredContextSize;
  Out.pfnCreateDeferredContext = CreateDeferredContext;
  Out.pfnAbandonCommandList = AbandonCommandList;
  Out.pfnCalcPrivateCommandListSize = CalcPrivateCommandListSize;
  Out.pfnCreateCommandList = CreateCommandList;
  Out.pfnDestroyCommandList = DestroyCommandList;
  Out.pfnCommandListExecute = CommandListExecute;
}
