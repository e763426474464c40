// A display miniport in C++, as display samples are written.
extern "C" {
#include <ntddk.h>
#include <DISPMPRT.H>
}
#include "MEMORY.hxx"

extern "C" DRIVER_INITIALIZE DriverEntry;

#define TRACE(text, ...) DbgPrintEx(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL, __FUNCTION__ ": " text "\n", __VA_ARGS__)

class Engine
{
public:
    Engine() { m_Signature = 'gnE ';}
    virtual ~Engine() {}
    virtual NTSTATUS Submit(_In_ CONST DXGKARG_SUBMITCOMMAND* pSubmit) = NULL;

protected:
    ULONG m_Signature;
};

class Adapter : public Engine
{
public:
    Adapter(PDEVICE_OBJECT pPhysicalDevice) : m_pPhysicalDevice(pPhysicalDevice), m_Constructed(TRUE) {}

    NTSTATUS Submit(_In_ CONST DXGKARG_SUBMITCOMMAND* pSubmit) override
    {
        return pSubmit == nullptr ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
    }

    // Extra qualification, which the Windows compiler lets pass.
    NTSTATUS Adapter::Start(DXGK_START_INFO* pStartInfo, DXGKRNL_INTERFACE* pInterface)
    {
        m_StartInfo = *pStartInfo;
        m_Interface = *pInterface;
        DXGK_DEVICE_INFO DeviceInfo;
        return m_Interface.DxgkCbGetDeviceInformation(m_Interface.DeviceHandle, &DeviceInfo);
    }

private:
    PDEVICE_OBJECT m_pPhysicalDevice;
    BOOLEAN m_Constructed;
    DXGK_START_INFO m_StartInfo;
    DXGKRNL_INTERFACE m_Interface;
};

static NTSTATUS AddDevice(_In_ CONST PDEVICE_OBJECT pPhysicalDevice, _Outptr_ PVOID* ppContext)
{
    PAGED_CODE();
    Adapter* pAdapter = new (NonPagedPoolNx) Adapter(pPhysicalDevice);
    if (pAdapter == NULL)
    {
        TRACE("no memory");
        return STATUS_NO_MEMORY;
    }
    *ppContext = pAdapter;
    return STATUS_SUCCESS;
}

static NTSTATUS RemoveDevice(_In_ CONST PVOID pContext)
{
    PAGED_CODE();
    delete reinterpret_cast<Adapter*>(pContext);
    return STATUS_SUCCESS;
}

static NTSTATUS StartDevice(_In_ CONST PVOID pContext, _In_ DXGK_START_INFO* pStartInfo,
                            _In_ DXGKRNL_INTERFACE* pInterface, _Out_ ULONG* pSources, _Out_ ULONG* pChildren)
{
    *pSources = *pChildren = 0;
    return static_cast<Adapter*>(pContext)->Start(pStartInfo, pInterface);
}

extern "C" NTSTATUS DriverEntry(_In_ DRIVER_OBJECT* pDriverObject, _In_ UNICODE_STRING* pRegistryPath)
{
    KMDDOD_INITIALIZATION_DATA InitialData = {0};
    InitialData.Version = DXGKDDI_INTERFACE_VERSION;
    InitialData.DxgkDdiAddDevice = AddDevice;
    InitialData.DxgkDdiRemoveDevice = RemoveDevice;
    InitialData.DxgkDdiStartDevice = StartDevice;
    TRACE("version %x", InitialData.Version);
    return DxgkInitializeDisplayOnlyDriver(pDriverObject, pRegistryPath, &InitialData);
}
