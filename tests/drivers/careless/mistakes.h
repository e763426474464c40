// The mistakes of the careless driver, one of which its registry key names. The tests count them in
// the same order.
#pragma once

enum Mistake : ULONG {
  kNone,
  kReadsAnswer,        // a field that it is to fill
  kReadsBehindList,    // one element too many
  kKeepsList,          // and looks at it in the next call
  kStaysBroken,        // after a creation that failed
  kNeverStartsAgain,   // after a start that failed
  kDrawsNothing,       // and says that it did
  kReadsBehindData,    // of an allocation
  kTrustsDataSize,     // and reads what was not given
  kWritesReadOnlyData,    // what was there, into what it may only read
  kReadsUnguarded,     // the client's commands
  kServesSystem,       // with a context allocation
  kAnswersTooMuch,     // of what its adapter can do
  kStumblesElsewhere,  // on a thread of its own, while it creates
  kHasNoContexts,      // no mistake: an old driver, whose devices take the work
  kAnswersForOne,      // of a list of allocations that it says it created
  kRefusesZeros,       // no mistake: it knows its commands
  kFollowsPointers,    // of an escape, in a try block and without a probe
  kFollowsProbed,      // pointers of an escape, outside a try block
  kTrustsEscapeSize,   // and reads what was not given
  kClaimsInterrupts,   // of other devices on its line
  kTrustsCommands,     // the allocation that a command names by its index is not looked for
  kCanBeReset,         // no mistake
  kIsDeadAfterReset,   // its GPU ends nothing any more
};
