"""The sets of headers that are measured together, and the interface versions at which."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class View:
    name: str
    kind: str  # as `drydock cc --kind` takes it
    headers: tuple[str, ...]
    defines: list[str] = field(default_factory=list)
    prologue: tuple[str, ...] = ()
    newest: bool = False  # counts and is compared with mingw-w64's headers


KERNEL = ("ntifs.h", "ntddk.h", "ntimage.h", "ntddvdeo.h", "video.h", "dispmprt.h", "d3dkmthk.h", "mmreg.h", "ks.h",
          "ksmedia.h", "bdatypes.h", "bdamedia.h", "bdasup.h", "acpiioct.h", "bcrypt.h")
DISPLAY = ("ntddk.h", "dispmprt.h", "d3dkmthk.h")
USER = ("windows.h", "winddi.h", "d3d9types.h", "d3dhal.h", "d3dkmthk.h", "d3dumddi.h", "dxgiddi.h", "d3d10umddi.h",
        "d3d11.h", "d3dcompiler.h", "psapi.h", "winternl.h")
USER12 = ("windows.h", "d3d12umddi.h")
USER_KS = ("windows.h", "mmreg.h", "ks.h", "ksmedia.h")

KERNEL_VERSIONS = ("VISTA", "WIN7", "WIN8", "WDDM1_3", "WDDM2_0", "WDDM2_2", "WDDM2_4", "WDDM2_6", "WDDM2_9")
USER_VERSIONS = ("VISTA", "WIN7", "WIN8", "WDDM1_3", "WDDM2_0", "WDDM2_2", "WDDM2_4", "WDDM2_6")

OUR_VIEWS = [
    View("kernel", "miniport", KERNEL, newest=True),
    View("user", "umd", USER, newest=True),
    View("user12", "umd", USER12, newest=True),
    View("user-streaming", "umd", USER_KS, newest=True),
    *(View(f"kernel-{v.lower()}", "miniport", DISPLAY,
           [f"-DDXGKDDI_INTERFACE_VERSION=DXGKDDI_INTERFACE_VERSION_{v}"]) for v in KERNEL_VERSIONS),
    *(View(f"user-{v.lower()}", "umd", USER,
           [f"-DD3D_UMD_INTERFACE_VERSION=D3D_UMD_INTERFACE_VERSION_{v}"]) for v in USER_VERSIONS),
]

WINDOWS_10 = ["-D_WIN32_WINNT=0x0A00", "-DWINVER=0x0A00"]

THEIR_VIEWS = [
    View("mingw-kernel", "", ("ntifs.h", "ntddk.h", "ntddvdeo.h"), WINDOWS_10),
    View("mingw-video", "", ("ntdef.h", "miniport.h", "ntddvdeo.h", "video.h"), WINDOWS_10),
    View("mingw-streaming", "", ("windows.h", "mmreg.h", "ks.h", "ksmedia.h"), WINDOWS_10),
    View("mingw-user", "", ("windows.h", "d3d9types.h", "d3d9caps.h", "ddraw.h"), WINDOWS_10),
    View("mingw-d3d", "", ("windows.h", "d3d11.h", "dxgi.h", "dxgiformat.h"), WINDOWS_10),
]
