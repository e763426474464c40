#include "src/dxgk/object/process_scope.h"

namespace drydock::dxgk {

constinit thread_local Process* ProcessScope::running_ = nullptr;

}  // namespace drydock::dxgk
