// Opening of the adapter and creation of a device; the choice of a GPU on hybrid systems.
#pragma once

EXTERN_C_START

typedef struct _D3DDDI_CREATEDEVICEFLAGS {
  union {
    struct {
      UINT AllowMultithreading : 1;
      UINT AllowFlipBatching : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} D3DDDI_CREATEDEVICEFLAGS;

typedef struct _D3DDDIARG_CREATEDEVICE {
  HANDLE hDevice;
  UINT Interface;
  UINT Version;
  const D3DDDI_DEVICECALLBACKS* pCallbacks;
  VOID* pCommandBuffer;
  UINT CommandBufferSize;
  D3DDDI_ALLOCATIONLIST* pAllocationList;
  UINT AllocationListSize;
  D3DDDI_PATCHLOCATIONLIST* pPatchLocationList;
  UINT PatchLocationListSize;
  D3DDDI_DEVICEFUNCS* pDeviceFuncs;
  D3DDDI_CREATEDEVICEFLAGS Flags;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  D3DGPU_VIRTUAL_ADDRESS CommandBuffer;
#endif
} D3DDDIARG_CREATEDEVICE;

typedef HRESULT(APIENTRY* PFND3DDDI_GETCAPS)(HANDLE hAdapter, const D3DDDIARG_GETCAPS*);
typedef HRESULT(APIENTRY* PFND3DDDI_CREATEDEVICE)(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE*);
typedef HRESULT(APIENTRY* PFND3DDDI_CLOSEADAPTER)(HANDLE hAdapter);

typedef struct _D3DDDI_ADAPTERFUNCS {
  PFND3DDDI_GETCAPS pfnGetCaps;
  PFND3DDDI_CREATEDEVICE pfnCreateDevice;
  PFND3DDDI_CLOSEADAPTER pfnCloseAdapter;
} D3DDDI_ADAPTERFUNCS;

typedef struct _D3DDDIARG_OPENADAPTER {
  HANDLE hAdapter;
  UINT Interface;
  UINT Version;
  const D3DDDI_ADAPTERCALLBACKS* pAdapterCallbacks;
  D3DDDI_ADAPTERFUNCS* pAdapterFuncs;
  UINT DriverVersion;
} D3DDDIARG_OPENADAPTER;

typedef HRESULT(APIENTRY* PFND3DDDI_OPENADAPTER)(D3DDDIARG_OPENADAPTER*);

#ifdef DRYDOCK_DRIVER
/* The system looks for it by name. A module-definition file finds it under C++ linkage too. */
EXTERN_C HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pOpenData);
#endif

// Preference lists of hybrid systems.

typedef enum D3DDDI_DLIST_QUERY_RESULT {
  D3DDDI_DLIST_QUERY_RESULT_NO_DATA = 0,
  D3DDDI_DLIST_QUERY_RESULT_POWER_SAVING_PREFERENCE = 1,
  D3DDDI_DLIST_QUERY_RESULT_HIGH_PERFORMANCE_PREFERENCE = 2
} D3DDDI_DLIST_QUERY_RESULT;

typedef enum D3DDDI_DLIST_QUERY_DECISION_FACTOR {
  D3DDDI_DLIST_QUERY_DECISION_FACTOR_UNDEFINED = 0,
  D3DDDI_DLIST_QUERY_DECISION_FACTOR_DLIST_APP_ENTRY = 1,
  D3DDDI_DLIST_QUERY_DECISION_FACTOR_APP_SPECIFIED_BY_USER = 2,
  D3DDDI_DLIST_QUERY_DECISION_FACTOR_GLOBAL_PREFERENCE_BY_USER = 3
} D3DDDI_DLIST_QUERY_DECISION_FACTOR;

typedef HRESULT(APIENTRY* PFND3DDDI_QUERYDLISTFORAPPLICATION)(BOOL*);
typedef HRESULT(APIENTRY* PFND3DDDI_QUERYDLISTFORAPPLICATION1)(BOOL* pDefaultToDiscrete,
                                                               HANDLE hAdapter,
                                                               PFND3DDDI_ESCAPECB pfnEscapeCb);
typedef HRESULT(APIENTRY* PFND3DDDI_QUERYDLISTFORAPPLICATION2)(D3DDDI_DLIST_QUERY_RESULT*,
                                                               D3DDDI_DLIST_QUERY_DECISION_FACTOR*,
                                                               HANDLE hAdapter,
                                                               PFND3DDDI_ESCAPECB pfnEscapeCb);

EXTERN_C_END
