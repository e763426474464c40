"""Structures that mingw-w64 10 declares otherwise than Windows does, with the reason. The list only shrinks."""

EXCUSED: dict[str, str] = {
    "DEVICE_CAPABILITIES": "Windows has named the first five bits of Reserved, from Reserved1 to DecodeIoOnBoot",
    "DEVICE_DESCRIPTION": "Windows 8 appended DmaAddressWidth to DeviceAddress with version 3",
    "DEVICE_OBJECT": "Windows aligns it as pool is aligned, on 16 bytes, and so it has 336 bytes; mingw-w64 does not",
    "DMA_OPERATIONS": "Windows 8 appended the members from GetDmaAdapterInfo on with version 3, later ones more",
    "KAPC_STATE": "Windows 10 made KernelApcInProgress and UserApcPending single bits of their bytes",
    "OWNER_ENTRY": "Windows 10 has IoQoSPriorityBoosted as the third bit, which leaves OwnerCount 29",
    "PCI_EXPRESS_CAPABILITY": "Windows has appended the second device and link registers",
    "PCI_EXPRESS_DEVICE_CAPABILITIES_REGISTER": "Windows has named the first bit of Rsvd2 FunctionLevelResetCapability",
    "PCI_EXPRESS_LINK_CAPABILITIES_REGISTER": "Windows has named two bits of Rsvd, up to AspmOptionalityCompliance",
    "PCI_PMCSR": "Windows has named the second bit of Rsvd1 NoSoftReset and those above it Rsvd2",
    "PO_FX_COMPONENT": "Windows sets PO_FX_VERSION to PO_FX_VERSION_V1, mingw-w64 to PO_FX_VERSION_V2",
    "PS_CREATE_NOTIFY_INFO": "Windows 10 has named the first bit of Reserved IsSubsystemProcess",
    "SCATTER_GATHER_LIST": "Elements has no length in Windows, so the size is 16 bytes; mingw-w64 gives it one element",
    "SLIST_HEADER": "Windows 10 for x64 has HeaderX64 alone, whose Reserved has four bits and no HeaderType below it",
}
