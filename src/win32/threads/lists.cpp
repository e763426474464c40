// Sequenced lists under the names that user-mode drivers call. In the headers of kernel drivers
// they are macros, which a name in parentheses is not.
#include "src/nt/base/wdk.h"

extern "C" {

PSLIST_ENTRY(InterlockedPopEntrySList)(PSLIST_HEADER ListHead) {
  return ExpInterlockedPopEntrySList(ListHead);
}

PSLIST_ENTRY(InterlockedPushEntrySList)(PSLIST_HEADER ListHead, PSLIST_ENTRY ListEntry) {
  return ExpInterlockedPushEntrySList(ListHead, ListEntry);
}

PSLIST_ENTRY(InterlockedFlushSList)(PSLIST_HEADER ListHead) {
  return ExpInterlockedFlushSList(ListHead);
}

USHORT(QueryDepthSList)(PSLIST_HEADER ListHead) { return ExQueryDepthSList(ListHead); }

}  // extern "C"
