// IRQLs that the documents of a routine name and that Windows does not insist on.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// A routine that only reads or writes what it is given, or what never changes, works at any IRQL on
// Windows. Its page names a highest one all the same: finding N-018 as a lint, and the call goes
// on. `at_most` is inclusive. A dead driver's call ends here.
void advise_irql_at_most(KIRQL at_most, const char* call);

}  // namespace drydock::nt
