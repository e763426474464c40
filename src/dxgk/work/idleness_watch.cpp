#include "src/dxgk/work/idleness_watch.h"

namespace drydock::dxgk {

thread_local constinit unsigned IdlenessWatch::broken = 0;

}  // namespace drydock::dxgk
