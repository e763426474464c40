// A user-mode driver whose devices share counts in the way that Way of HKLM\Software\Racer names.
#include <windows.h>
#include <d3dumddi.h>
#include <cstring>

namespace {

struct Adapter {
  HANDLE Runtime;
};

struct Device {
  HANDLE Runtime;
  const D3DDDI_DEVICECALLBACKS* Callbacks;
  HANDLE Context;
  CRITICAL_SECTION Section;
  LONG Locks;  // of LockAsync, which comes while Flush runs
};

struct Resource {
  unsigned char Memory[4096];
};

char Way[64];
LONG Flushes;
SRWLOCK FlushLock = SRWLOCK_INIT;

bool Is(const char* Name) { return strcmp(Way, Name) == 0; }

Device* DeviceOf(HANDLE hDevice) { return static_cast<Device*>(hDevice); }

void ReadWay() {
  HKEY Key = nullptr;
  DWORD Bytes = sizeof(Way) - 1;
  if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, "Software\\Racer", 0, KEY_READ, &Key) != ERROR_SUCCESS) return;
  RegQueryValueExA(Key, "Way", nullptr, nullptr, reinterpret_cast<BYTE*>(Way), &Bytes);
  RegCloseKey(Key);
}

HRESULT APIENTRY CreateResource(HANDLE, D3DDDIARG_CREATERESOURCE* Args) {
  Args->hResource = new Resource();
  return S_OK;
}

HRESULT APIENTRY OpenResource(HANDLE, D3DDDIARG_OPENRESOURCE*) { return E_OUTOFMEMORY; }

HRESULT APIENTRY DestroyResource(HANDLE, HANDLE hResource) {
  delete static_cast<Resource*>(hResource);
  return S_OK;
}

HRESULT APIENTRY Lock(HANDLE, D3DDDIARG_LOCK* Args) {
  Args->pSurfData = static_cast<Resource*>(Args->hResource)->Memory;
  Args->Pitch = 64;
  return S_OK;
}

HRESULT APIENTRY Unlock(HANDLE, const D3DDDIARG_UNLOCK*) { return S_OK; }

HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* Args) {
  Device* Where = DeviceOf(hDevice);
  if (Is("OpenLocks")) ++Where->Locks;
  if (Is("GuardedLocks")) {
    EnterCriticalSection(&Where->Section);
    ++Where->Locks;
    LeaveCriticalSection(&Where->Section);
  }
  Args->pSurfData = static_cast<Resource*>(Args->hResource)->Memory;
  Args->Pitch = 64;
  return S_OK;
}

HRESULT APIENTRY UnlockAsync(HANDLE, const D3DDDIARG_UNLOCKASYNC*) { return S_OK; }

HRESULT APIENTRY Rename(HANDLE, const D3DDDIARG_RENAME*) { return S_OK; }

HRESULT APIENTRY Flush(HANDLE hDevice) {
  Device* Where = DeviceOf(hDevice);
  if (Is("OpenFlushes")) ++Flushes;
  if (Is("GuardedFlushes")) {
    AcquireSRWLockExclusive(&FlushLock);
    ++Flushes;
    ReleaseSRWLockExclusive(&FlushLock);
  }
  if (Is("InterlockedFlushes")) InterlockedIncrement(&Flushes);
  if (Is("OpenLocks")) Where->Locks = 0;
  if (Is("GuardedLocks")) {
    EnterCriticalSection(&Where->Section);
    Where->Locks = 0;
    LeaveCriticalSection(&Where->Section);
  }
  return S_OK;
}

HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  Device* Where = DeviceOf(hDevice);
  D3DDDICB_DESTROYCONTEXT Destroy = {Where->Context};
  Where->Callbacks->pfnDestroyContextCb(Where->Runtime, &Destroy);
  DeleteCriticalSection(&Where->Section);
  delete Where;
  return S_OK;
}

HRESULT APIENTRY CreateDevice(HANDLE, D3DDDIARG_CREATEDEVICE* Args) {
  Device* Where = new Device();
  Where->Runtime = Args->hDevice;
  Where->Callbacks = Args->pCallbacks;
  D3DDDICB_CREATECONTEXT Create = {};
  Create.EngineAffinity = 1;
  const HRESULT Result = Where->Callbacks->pfnCreateContextCb(Where->Runtime, &Create);
  if (FAILED(Result)) {
    delete Where;
    return Result;
  }
  Where->Context = Create.hContext;
  InitializeCriticalSection(&Where->Section);
  D3DDDI_DEVICEFUNCS* Table = Args->pDeviceFuncs;
  Table->pfnCreateResource = CreateResource;
  Table->pfnOpenResource = OpenResource;
  Table->pfnDestroyResource = DestroyResource;
  Table->pfnLock = Lock;
  Table->pfnUnlock = Unlock;
  Table->pfnLockAsync = LockAsync;
  Table->pfnUnlockAsync = UnlockAsync;
  Table->pfnRename = Rename;
  Table->pfnFlush = Flush;
  Table->pfnDestroyDevice = DestroyDevice;
  Args->hDevice = Where;
  return S_OK;
}

HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS* Args) {
  if (Args->Type != D3DDDICAPS_GETFORMATCOUNT) return E_NOTIMPL;
  *static_cast<UINT*>(Args->pData) = 0;
  return S_OK;
}

HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  delete static_cast<Adapter*>(hAdapter);
  return S_OK;
}

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* Args) {
  ReadWay();
  Args->hAdapter = new Adapter{Args->hAdapter};
  Args->pAdapterFuncs->pfnGetCaps = GetCaps;
  Args->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  Args->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  Args->DriverVersion = D3D_UMD_INTERFACE_VERSION;
  return S_OK;
}
