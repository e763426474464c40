// User mode: adapters and devices.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode03Lessons[] = {
    {.rule = "U-037",
     .why = "The runtime looks the function up by name; without it the adapter has no acceleration "
            "at all.",
     .check =
         "When a driver is opened for the interface, its file is searched for the exported name.",
     .wrong = R"(static HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  …
})",
     .right = R"(extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  …
})"},
    {.rule = "U-038",
     .why = "The runtime knows how to go on after the listed codes only; any other ends in a "
            "message that helps nobody.",
     .check = "The result is compared with the listed codes and with those that callbacks returned "
              "during the call.",
     .wrong = R"(if (!QueryCaps(adapter)) return E_FAIL;
return S_OK;)",
     .right =
         R"(HRESULT hr = pArgs->pAdapterCallbacks->pfnQueryAdapterInfoCb(pArgs->hAdapter, &query);
if (FAILED(hr)) return hr;
return S_OK;)"},
    {.rule = "U-039",
     .why = "Windows is updated more often than drivers; a driver that refuses a newer runtime "
            "turns a user's screen to software rendering.",
     .check = "Every failure of OpenAdapter is told when the host plays a runtime with a build "
              "number above zero, whatever its reason was.",
     .wrong = R"(if (pArgs->Version > COMPILED_VERSION) return E_OUTOFMEMORY;
adapter->Version = pArgs->Version;)",
     .right = R"(adapter->Version = min(pArgs->Version, COMPILED_VERSION);
pArgs->DriverVersion = D3D_UMD_INTERFACE_VERSION;)"},
    {.rule = "U-040",
     .why = "The runtime calls through the table without asking, and decides by DriverVersion "
            "which functions there are.",
     .check = "After OpenAdapter the three functions of the table must be set, and DriverVersion "
              "at least that of the first interface.",
     .wrong = R"(pArgs->pAdapterFuncs->pfnCreateDevice = CreateDevice;
pArgs->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;)",
     .right = R"(pArgs->pAdapterFuncs->pfnGetCaps = GetCaps;
pArgs->pAdapterFuncs->pfnCreateDevice = CreateDevice;
pArgs->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
pArgs->DriverVersion = D3D_UMD_INTERFACE_VERSION;)"},
    {.rule = "U-041",
     .why = "Only the miniport knows the chip, its memory and its limits; a driver that never asks "
            "works with what it guessed.",
     .check = "The host notes the first pfnQueryAdapterInfoCb and looks for it when the first "
              "device of the adapter is created.",
     .wrong = R"(HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  adapter->ChipRevision = 1;)",
     .right = R"(HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  D3DDDICB_QUERYADAPTERINFO query = {&adapter->Info, sizeof(adapter->Info)};
  pArgs->pAdapterCallbacks->pfnQueryAdapterInfoCb(pArgs->hAdapter, &query);)"},
    {.rule = "U-044",
     .why = "An application sees \"out of memory\" or a device; other codes travel into programs "
            "that never expect them.",
     .check =
         "What CreateDevice returns must be listed, or have come from a callback during the call.",
     .wrong = R"(if (!CompileShaders(device)) return E_NOTIMPL;
return S_OK;)",
     .right = R"(if (!CompileShaders(device)) return E_OUTOFMEMORY;
return S_OK;)"},
    {.rule = "U-045",
     .why = "A browser alone opens a dozen devices; the one above the limit is somebody's other "
            "program that does not start.",
     .check = "E_OUTOFMEMORY from CreateDevice is told when other devices exist, no failure was "
              "injected and no callback had failed.",
     .wrong = R"(if (adapter->DeviceCount == MAX_DEVICES) return E_OUTOFMEMORY;
adapter->Devices[adapter->DeviceCount++] = device;)",
     .right = R"(adapter->Devices.push_back(device);
++adapter->DeviceCount;)"},
    {.rule = "U-047",
     .why = "There is no context to submit to: the first draw or present of the application fails.",
     .check = "When CreateDevice succeeds, the contexts that its callbacks made are counted.",
     .wrong = R"(pArgs->hDevice = (HANDLE)device;
return S_OK;)",
     .right = R"(D3DDDICB_CREATECONTEXT context = {};
HRESULT hr = pArgs->pCallbacks->pfnCreateContextCb(pArgs->hDevice, &context);
if (FAILED(hr)) return hr;
device->hContext = context.hContext;
pArgs->hDevice = (HANDLE)device;
return S_OK;)"},
    {.rule = "U-048",
     .why = "No runtime gives buffers there any more: the members are empty, and what a driver "
            "writes by them is submitted by nobody.",
     .check = "By option CreateDevice comes with buffers in these members; Flush and DestroyDevice "
              "look whether the driver has written in them.",
     .wrong = R"(device->pCommands = pArgs->pCommandBuffer;  // D3DDDIARG_CREATEDEVICE
device->CommandSize = pArgs->CommandBufferSize;)",
     .right = R"(hr = device->pCallbacks->pfnCreateContextCb(device->hRuntime, &context);
if (FAILED(hr)) return hr;
device->pCommands = context.pCommandBuffer;
device->CommandSize = context.CommandBufferSize;)"},
    {.rule = "U-049",
     .why = "The runtime calls these functions without a test, through the empty entry too.",
     .check = "The functions that every device needs (create, open and destroy a resource, lock, "
              "unlock, flush, destroy the device) are looked for when CreateDevice succeeds.",
     .wrong = R"(pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnDestroyResource = DestroyResource;
return S_OK;)",
     .right = R"(pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnDestroyResource = DestroyResource;
pArgs->pDeviceFuncs->pfnOpenResource = OpenResource;
…
pArgs->pDeviceFuncs->pfnDestroyDevice = DestroyDevice;
return S_OK;)"},
    {.rule = "U-050",
     .why = "The table is the runtime's, which may put other functions into it; a copy goes on "
            "calling those of before.",
     .check = "By option the runtime of Direct3D 9 rewrites its table when CreateDevice has "
              "returned; later calls through the entries of before are mentioned.",
     .wrong = R"(device->Callbacks = *pArgs->pCallbacks;  // in CreateDevice
…
device->Callbacks.pfnRenderCb(device->hRuntime, &render);)",
     .right = R"(device->pCallbacks = pArgs->pCallbacks;  // in CreateDevice
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-052",
     .why = "The runtime serialises its own calls only; a callback from a thread it does not know "
            "of runs beside them.",
     .check = "Callbacks from a thread that the runtime did not send into the driver are told on "
              "devices without AllowMultithreading, and without AllowFlipBatching a Present that "
              "returns without a pfnPresentCb.",
     .wrong = R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  device->Submitter = CreateThread(NULL, 0, SubmitLoop, device, 0, NULL);)",
     .right = R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  if (pArgs->Flags.AllowMultithreading)
    device->Submitter = CreateThread(NULL, 0, SubmitLoop, device, 0, NULL);)"},
    {.rule = "U-053",
     .why = "Each interface has a table of its own length and order: in the wrong one the runtime "
            "finds other functions than it calls, and a runtime that is too old lacks what the "
            "driver relies on.",
     .check = "Behind the table that Interface selects lies a page that cannot be touched, where a "
              "driver that fills a longer one is stopped; by option the runtime is of an older "
              "build, and a CreateDevice that succeeds then is told.",
     .wrong = R"(device->hRuntime = pArgs->hRTDevice;
*pArgs->p11_1DeviceFuncs = g_Functions11_1;
return S_OK;)",
     .right = R"(if ((pArgs->Version >> 16) < DRIVER_BUILD) return E_FAIL;
device->hRuntime = pArgs->hRTDevice;
if (pArgs->Interface >= D3D11_1_DDI_INTERFACE_VERSION)
  *pArgs->p11_1DeviceFuncs = g_Functions11_1;
else
  *pArgs->p11DeviceFuncs = g_Functions11;
return S_OK;)"},
    {.rule = "U-054",
     .why = "The application's own arithmetic goes on with the driver's rounding or precision, and "
            "its results differ in the last digits.",
     .check =
         "The control words are read before and after each function of the driver, and put back.",
     .wrong = R"(_controlfp(_RC_CHOP, _MCW_RC);
ConvertVertices(source, target, count);
return S_OK;)",
     .right = R"(unsigned before = _controlfp(0, 0);
_controlfp(_RC_CHOP, _MCW_RC);
ConvertVertices(source, target, count);
_controlfp(before, _MCW_RC);
return S_OK;)"},
};

}  // namespace

Lessons user_mode_03() { return kUserMode03Lessons; }

}  // namespace drydock::rules::lessons
