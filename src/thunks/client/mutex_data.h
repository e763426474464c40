// The buffer that a client brings for the private data of a keyed mutex.
#pragma once

#include "src/dxgk/work/keyed_mutex.h"
#include "src/nt/watch/client_call.h"

namespace drydock::thunks {

// K-218: the client passes no buffer, or one with room for all of the data.
inline bool fits_mutex_data(const dxgk::KeyedMutex& mutex, const void* buffer, UINT size) {
  const bool is_small = size != 0 && (buffer == nullptr || size < mutex.data_size());
  return !nt::client_breaks("K-218", is_small, {"PrivateRuntimeDataSize", size},
                            "the buffer is absent or smaller than the stored data");
}

}  // namespace drydock::thunks
