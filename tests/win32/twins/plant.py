"""Plants bugs in copies of the software GPU's user-mode driver.

Usage: plant.py SOURCES OUTPUT FILE...

Each FILE of SOURCES is written to OUTPUT with the bugs of twin.h in it, each behind a question. A text that is not there
exactly once is an error: the driver has changed, and so must its twins.
"""
import sys
from pathlib import Path

INCLUDE = '#include "tests/win32/twins/twin.h"\n'

PLANTS = {
    "batch.cpp": [
        (
            "  adopt(work);\n  if (SUCCEEDED(result)) ++taken_;\n  return result;\n",
            "  if (softgpu_twin != kOldBuffers) adopt(work);\n"
            "  if (SUCCEEDED(result)) ++taken_;\n"
            "  return softgpu_twin == kSwallowed ? S_OK : result;\n",
        ),
        (
            "  return context == NULL ? S_OK : kernel_.destroy_context(context);\n",
            "  if (softgpu_twin == kContextLeft) return S_OK;\n"
            "  return context == NULL ? S_OK : kernel_.destroy_context(context);\n",
        ),
    ],
    "device.cpp": [
        (
            "  HRESULT result = batch_names(resource) ? batch_.submit() : S_OK;\n"
            "  if (SUCCEEDED(result)) result = unlock_all",
            "  const bool is_early = softgpu_twin == kEarlyRelease;\n"
            "  HRESULT result = batch_names(resource) && !is_early ? batch_.submit() : S_OK;\n"
            "  if (SUCCEEDED(result)) result = unlock_all",
        ),
        (
            "  if (resource.has_allocations() && resource.is_primary()) {\n",
            "  if (resource.has_allocations() && softgpu_twin == kNeverReleased) {\n"
            "    remove(resource);\n"
            "    return S_OK;\n"
            "  }\n"
            "  if (resource.has_allocations() && (resource.is_primary() || is_early)) {\n",
        ),
        (
            "    if (surface.locks == 0 || surface.allocation == 0) continue;\n",
            "    if (surface.locks == 0 || surface.allocation == 0) continue;\n"
            "    if (softgpu_twin == kStillLocked) continue;\n",
        ),
        (
            "  waiting_.clear();\n",
            "  if (softgpu_twin != kSecondRelease) waiting_.clear();\n",
        ),
        (
            "HRESULT Device::flush() {\n",
            "HRESULT Device::flush() {\n  if (softgpu_twin == kOwnInvalid) return E_INVALIDARG;\n",
        ),
        (
            "  if (FAILED(result) && wish.discards && result != D3DDDIERR_DEVICEREMOVED) {\n",
            "  if (FAILED(result) && wish.discards && result != D3DDDIERR_DEVICEREMOVED &&\n"
            "      softgpu_twin != kNoRetry) {\n",
        ),
    ],
    "resource.cpp": [
        (
            "  has_allocations_ = true;\n  for (size_t i = 0; i < infos.size(); ++i) {\n",
            "  if (softgpu_twin == kHalfCreated) return E_OUTOFMEMORY;\n"
            "  has_allocations_ = true;\n  for (size_t i = 0; i < infos.size(); ++i) {\n",
        ),
    ],
    "kernel_device.cpp": [
        (
            "HRESULT KernelDevice::allocate(D3DDDICB_ALLOCATE& wanted) const {\n"
            "  return callbacks_.pfnAllocateCb(device_, &wanted);\n",
            "// The driver's own way in: the runtime of Direct3D 12 is not there to call it.\n"
            'extern "C" HRESULT APIENTRY OpenAdapter12(int* twin) {\n  softgpu_twin = *twin;\n  return S_OK;\n}\n\n'
            "int softgpu_twin = kProper;\n"
            "static D3DKMT_HANDLE made_last[16];\nstatic UINT made_count;\n\n"
            "HRESULT KernelDevice::allocate(D3DDDICB_ALLOCATE& wanted) const {\n"
            "  const HRESULT result = callbacks_.pfnAllocateCb(device_, &wanted);\n"
            "  made_count = wanted.NumAllocations;\n"
            "  for (UINT i = 0; i < made_count; ++i) made_last[i] = wanted.pAllocationInfo[i].hAllocation;\n"
            "  return result;\n",
        ),
        (
            "  const D3DDDICB_DEALLOCATE wanted = {runtime_resource, 0, NULL};\n",
            "  D3DDDICB_DEALLOCATE wanted = {runtime_resource, 0, NULL};\n"
            "  if (softgpu_twin == kListRelease) wanted = {NULL, made_count, made_last};\n",
        ),
    ],
}


def main() -> int:
    sources, output, *files = sys.argv[1:]
    for name in files:
        text = Path(sources, name).read_text()
        for old, new in PLANTS[name]:
            if text.count(old) != 1:
                print(f"plant.py: {name} has not exactly once: {old}")
                return 1
            text = text.replace(old, new)
        at = text.index("\n", text.index("#include")) + 1
        Path(output, name).write_text(text[:at] + INCLUDE + text[at:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
