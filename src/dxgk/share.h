// Global handles: names by which a resource can be opened from any process of a dock.
#pragma once

#include "src/dxgk/resource.h"

namespace drydock::dxgk {

// Gives the resource a global handle; 0 when there is none left.
Handle publish(AdapterResource& resource);

// The resource of a global handle, opened once more: close_share() is owed. Null when there is
// none.
AdapterResource* open_share(Handle global);

// One opening less; true when it was the last, and then the global handle is gone: nobody else
// reaches the resource.
[[nodiscard]] bool close_share(AdapterResource& resource);

}  // namespace drydock::dxgk
