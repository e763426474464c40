// Hardware queues and doorbells as a client asks for them.
#pragma once

#include <cstddef>
#include <span>

#include "src/wdk/graphics.h"

namespace drydock::testing {

inline NTSTATUS create_queue_context(D3DKMT_HANDLE device, D3DKMT_HANDLE& out) {
  D3DKMT_CREATECONTEXTVIRTUAL data{};
  data.hDevice = device;
  data.EngineAffinity = 1;
  data.Flags.HwQueueSupported = 1;
  const NTSTATUS status = D3DKMTCreateContextVirtual(&data);
  out = data.hContext;
  return status;
}

// A queue as its client has it.
struct ClientHwQueue {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  D3DKMT_HANDLE handle = 0, fence = 0;
  const volatile UINT64* progress = nullptr;
};

inline ClientHwQueue create_queue(D3DKMT_HANDLE context, bool is_for_user_mode = false) {
  D3DKMT_CREATEHWQUEUE data{};
  data.hHwContext = context;
  data.Flags.UserModeSubmission = is_for_user_mode ? 1 : 0;
  ClientHwQueue out;
  out.status = D3DKMTCreateHwQueue(&data);
  out.handle = data.hHwQueue;
  out.fence = data.hHwQueueProgressFence;
  out.progress = static_cast<const volatile UINT64*>(data.HwQueueProgressFenceCPUVirtualAddress);
  return out;
}

inline NTSTATUS destroy_queue(D3DKMT_HANDLE queue) {
  const D3DKMT_DESTROYHWQUEUE data{queue};
  return D3DKMTDestroyHwQueue(&data);
}

inline NTSTATUS submit(D3DKMT_HANDLE queue, UINT64 progress,
                       std::span<std::byte> private_data = {}) {
  D3DKMT_SUBMITCOMMANDTOHWQUEUE data{};
  data.hHwQueue = queue;
  data.HwQueueProgressFenceId = progress;
  data.CommandBuffer = 0x123'4000;
  data.CommandLength = 64;
  data.pPrivateDriverData = private_data.data();
  data.PrivateDriverDataSize = static_cast<UINT>(private_data.size());
  return D3DKMTSubmitCommandToHwQueue(&data);
}

// A doorbell as its client has it.
struct ClientDoorbell {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  D3DKMT_HANDLE handle = 0;
  volatile UINT64* at = nullptr;
  const volatile UINT64* state = nullptr;
  volatile UINT64* queued = nullptr;
};

inline ClientDoorbell create_doorbell(D3DKMT_HANDLE queue, D3DKMT_HANDLE ring,
                                      D3DKMT_HANDLE control) {
  D3DKMT_CREATE_DOORBELL data{};
  data.hHwQueue = queue;
  data.hRingBuffer = ring;
  data.hRingBufferControl = control;
  ClientDoorbell out;
  out.status = D3DKMTCreateDoorbell(&data);
  out.handle = data.hDoorbell;
  out.at = static_cast<volatile UINT64*>(data.DoorbellCPUVirtualAddress);
  out.state = static_cast<const volatile UINT64*>(data.DoorbellStatusCPUVirtualAddress);
  out.queued =
      static_cast<volatile UINT64*>(data.HwQueueProgressFenceLastQueuedValueCPUVirtualAddress);
  return out;
}

inline NTSTATUS connect(D3DKMT_HANDLE queue) {
  D3DKMT_CONNECT_DOORBELL data{};
  data.hHwQueue = queue;
  return D3DKMTConnectDoorbell(&data);
}

inline NTSTATUS destroy_doorbell(D3DKMT_HANDLE queue) {
  D3DKMT_DESTROY_DOORBELL data{};
  data.hHwQueue = queue;
  return D3DKMTDestroyDoorbell(&data);
}

}  // namespace drydock::testing
