#include "device.h"

namespace {

NTSTATUS steer(Engine& engine, SOFTGPU_ESCAPE_DATA& data) {
  switch (data.Command) {
    case SOFTGPU_ESCAPE_READ_ENGINE:
      break;
    case SOFTGPU_ESCAPE_HANG:
      engine.hang();
      break;
    case SOFTGPU_ESCAPE_HOLD:
      engine.hold(data.Count);
      break;
    case SOFTGPU_ESCAPE_GO:
      engine.go();
      break;
    default:
      return STATUS_INVALID_PARAMETER;
  }
  data.Engine = engine.describe();
  return STATUS_SUCCESS;
}

NTSTATUS answer(Adapter& adapter, Context* context, SOFTGPU_ESCAPE_DATA& data) {
  if (data.Header.Magic != SOFTGPU_ESCAPE_MAGIC || data.Header.Version != SOFTGPU_VERSION ||
      data.Header.Size != sizeof data)
    return STATUS_INVALID_PARAMETER;
  if (data.Command == SOFTGPU_ESCAPE_READ_BOOKS) {
    data.Books = adapter.read_books();
    return STATUS_SUCCESS;
  }
  if (data.Command == SOFTGPU_ESCAPE_FREE_SAVE_AREA) {
    if (context == nullptr) return STATUS_INVALID_PARAMETER;
    context->free_save_area();
    return STATUS_SUCCESS;
  }
  Engine* const engine = adapter.engine(data.Node);
  return engine == nullptr ? STATUS_INVALID_PARAMETER : steer(*engine, data);
}

}  // namespace

NTSTATUS SoftGpuEscape(CONST HANDLE context, CONST DXGKARG_ESCAPE* escape) {
  PAGED_CODE();
  SOFTGPU_ESCAPE_DATA data;
  if (escape->pPrivateDriverData == nullptr || escape->PrivateDriverDataSize != sizeof data)
    return STATUS_INVALID_PARAMETER;
  RtlCopyMemory(&data, escape->pPrivateDriverData, sizeof data);
  const NTSTATUS status = answer(*Adapter::from(context), Context::from(escape->hContext), data);
  if (NT_SUCCESS(status)) RtlCopyMemory(escape->pPrivateDriverData, &data, sizeof data);
  return status;
}
