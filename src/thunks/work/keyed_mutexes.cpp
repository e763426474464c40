// Keyed mutexes.
#include "src/dxgk/work/keyed_mutex.h"
#include "src/nt/sync/dispatcher.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/mutex_data.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The structures of the first version have no private data.
template <typename Request>
constexpr bool kHasData = requires(Request request) { request.pPrivateRuntimeData; };

template <typename Request>
NTSTATUS read_data(const Request& data, std::vector<std::byte>& out) {
  if constexpr (kHasData<Request>)
    return read_bytes(data.pPrivateRuntimeData, data.PrivateRuntimeDataSize, out);
  return STATUS_SUCCESS;
}

template <typename Request>
NTSTATUS create(Request* to) {
  Request data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  dxgk::KeyedMutex::Spec spec;
  spec.key = data.InitialValue;
  if constexpr (kHasData<Request>) {
    if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                      kReserved))
      return STATUS_INVALID_PARAMETER;
    spec.nt_shared = data.Flags.NtSecuritySharing != 0;
  }
  NTSTATUS status = read_data(data, spec.runtime_data);
  D3DKMT_HANDLE handle = 0, global = 0;
  if (NT_SUCCESS(status)) status = dxgk::create_mutex(caller(), std::move(spec), handle, global);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hSharedHandle, global) && write(&to->hKeyedMutex, handle)) return STATUS_SUCCESS;
  dxgk::destroy_mutex(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

// Windows leaves the buffer for private data alone.
template <typename Request>
NTSTATUS open(Request* to) {
  Request data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const auto fits = [&](const dxgk::KeyedMutex& mutex) -> NTSTATUS {
    if constexpr (kHasData<Request>)
      return fits_mutex_data(mutex, data.pPrivateRuntimeData, data.PrivateRuntimeDataSize)
                 ? STATUS_SUCCESS
                 : STATUS_INVALID_PARAMETER;
    return STATUS_SUCCESS;
  };
  D3DKMT_HANDLE handle = 0;
  const NTSTATUS status = dxgk::open_mutex(caller(), data.hSharedHandle, fits, handle);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hKeyedMutex, handle)) return STATUS_SUCCESS;
  dxgk::destroy_mutex(caller(), handle);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS destroy(const D3DKMT_DESTROYKEYEDMUTEX* from) {
  D3DKMT_DESTROYKEYEDMUTEX data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  return names_nothing(!dxgk::destroy_mutex(caller(), data.hKeyedMutex),
                       {"hKeyedMutex", data.hKeyedMutex}, {.if_global = "K-038"_rule})
             ? STATUS_INVALID_PARAMETER
             : STATUS_SUCCESS;
}

template <typename Request>
bool answer(Request* to, const Request& data, const dxgk::KeyedMutex::Acquired& got) {
  if constexpr (kHasData<Request>) {
    if (data.PrivateRuntimeDataSize != 0 &&
        !write_bytes(data.pPrivateRuntimeData, got.runtime_data))
      return false;
  }
  return write(&to->FenceValue, got.fence);
}

// The handle is checked before the answer is touched.
template <typename Request>
NTSTATUS acquire(Request* to) {
  Request data;
  LARGE_INTEGER timeout;
  if (!read(to, data) || !can_write(to) ||
      (data.pTimeout != nullptr && !read(data.pTimeout, timeout)))
    return STATUS_INVALID_PARAMETER;
  const dxgk::MutexUse use(caller(), data.hKeyedMutex);
  if (names_nothing(!use, {"hKeyedMutex", data.hKeyedMutex})) return STATUS_INVALID_PARAMETER;
  if constexpr (kHasData<Request>) {
    if (!fits_mutex_data(*use, data.pPrivateRuntimeData, data.PrivateRuntimeDataSize) ||
        !can_write_bytes(data.pPrivateRuntimeData, data.PrivateRuntimeDataSize))
      return STATUS_INVALID_PARAMETER;
  }
  dxgk::KeyedMutex::Acquired got;
  const sim::Time deadline = nt::deadline_of(data.pTimeout != nullptr ? &timeout : nullptr);
  const NTSTATUS status = use->acquire(use.opening(), data.Key, deadline, got);
  if (!NT_SUCCESS(status)) return status;
  if (answer(to, data, got)) return status;
  if (status == STATUS_SUCCESS) use->release(use.opening(), data.Key, got.fence, {});
  return STATUS_INVALID_PARAMETER;
}

template <typename Request>
NTSTATUS release(const Request* from) {
  Request data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::MutexUse use(caller(), data.hKeyedMutex);
  std::vector<std::byte> runtime_data;
  const NTSTATUS status = read_data(data, runtime_data);
  if (!NT_SUCCESS(status)) return status;
  if (names_nothing(!use, {"hKeyedMutex", data.hKeyedMutex}) ||
      runtime_data.size() > use->data_size())
    return STATUS_INVALID_PARAMETER;
  return use->release(use.opening(), data.Key, data.FenceValue, std::move(runtime_data))
             ? STATUS_SUCCESS
             : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateKeyedMutex(D3DKMT_CREATEKEYEDMUTEX* pData) {
  return thunk([&] { return create(pData); });
}

NTSTATUS APIENTRY D3DKMTCreateKeyedMutex2(D3DKMT_CREATEKEYEDMUTEX2* pData) {
  return thunk([&] { return create(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenKeyedMutex(D3DKMT_OPENKEYEDMUTEX* pData) {
  return thunk([&] { return open(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenKeyedMutex2(D3DKMT_OPENKEYEDMUTEX2* pData) {
  return thunk([&] { return open(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyKeyedMutex(CONST D3DKMT_DESTROYKEYEDMUTEX* pData) {
  return thunk([&] { return destroy(pData); });
}

NTSTATUS APIENTRY D3DKMTAcquireKeyedMutex(D3DKMT_ACQUIREKEYEDMUTEX* pData) {
  return thunk([&] { return acquire(pData); });
}

NTSTATUS APIENTRY D3DKMTAcquireKeyedMutex2(D3DKMT_ACQUIREKEYEDMUTEX2* pData) {
  return thunk([&] { return acquire(pData); });
}

NTSTATUS APIENTRY D3DKMTReleaseKeyedMutex(D3DKMT_RELEASEKEYEDMUTEX* pData) {
  return thunk([&] { return release(pData); });
}

NTSTATUS APIENTRY D3DKMTReleaseKeyedMutex2(D3DKMT_RELEASEKEYEDMUTEX2* pData) {
  return thunk([&] { return release(pData); });
}

}  // extern "C"
