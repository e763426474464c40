// Gates: the counters that decide when a filter or a pin may process. Kernel mode only.
#pragma once

EXTERN_C_START

typedef struct _KSGATE KSGATE, *PKSGATE;
struct _KSGATE {
  LONG Count;
  PKSGATE NextGate;
};

#ifndef _NTOS_
// A gate is open when its count is above zero. An AND gate starts at one and loses one for each
// input that is off; an OR gate starts at zero and gains one for each input that is on. A change
// between zero and one is passed on to the next gate.
FORCEINLINE VOID KsGateTurnInputOn(PKSGATE Gate) {
  for (; Gate && InterlockedIncrement(&Gate->Count) == 1; Gate = Gate->NextGate) {
  }
}
FORCEINLINE VOID KsGateTurnInputOff(PKSGATE Gate) {
  for (; Gate && InterlockedDecrement(&Gate->Count) == 0; Gate = Gate->NextGate) {
  }
}
FORCEINLINE BOOLEAN KsGateGetStateUnsafe(PKSGATE Gate) {
  return (BOOLEAN)(Gate->Count > 0);
}
FORCEINLINE BOOLEAN KsGateCaptureThreshold(PKSGATE Gate) {
  const BOOLEAN captured = (BOOLEAN)(InterlockedCompareExchange(&Gate->Count, 0, 1) == 1);
  if (captured) KsGateTurnInputOff(Gate->NextGate);
  return captured;
}
FORCEINLINE VOID KsGateInitialize(PKSGATE Gate, LONG InitialCount, PKSGATE NextGate,
                                  BOOLEAN StateToPropagate) {
  Gate->Count = InitialCount;
  Gate->NextGate = NextGate;
  if (!NextGate) return;
  if (InitialCount > 0) {
    if (StateToPropagate) KsGateTurnInputOn(NextGate);
  } else {
    if (!StateToPropagate) KsGateTurnInputOff(NextGate);
  }
}
FORCEINLINE VOID KsGateInitializeAnd(PKSGATE AndGate, PKSGATE NextOrGate) {
  KsGateInitialize(AndGate, 1, NextOrGate, TRUE);
}
FORCEINLINE VOID KsGateInitializeOr(PKSGATE OrGate, PKSGATE NextAndGate) {
  KsGateInitialize(OrGate, 0, NextAndGate, FALSE);
}
FORCEINLINE VOID KsGateAddOnInputToAnd(PKSGATE AndGate) {
  (VOID) AndGate;
}
FORCEINLINE VOID KsGateAddOffInputToAnd(PKSGATE AndGate) {
  KsGateTurnInputOff(AndGate);
}
FORCEINLINE VOID KsGateRemoveOnInputFromAnd(PKSGATE AndGate) {
  (VOID) AndGate;
}
FORCEINLINE VOID KsGateRemoveOffInputFromAnd(PKSGATE AndGate) {
  KsGateTurnInputOn(AndGate);
}
FORCEINLINE VOID KsGateAddOnInputToOr(PKSGATE OrGate) {
  KsGateTurnInputOn(OrGate);
}
FORCEINLINE VOID KsGateAddOffInputToOr(PKSGATE OrGate) {
  (VOID) OrGate;
}
FORCEINLINE VOID KsGateRemoveOnInputFromOr(PKSGATE OrGate) {
  KsGateTurnInputOff(OrGate);
}
FORCEINLINE VOID KsGateRemoveOffInputFromOr(PKSGATE OrGate) {
  (VOID) OrGate;
}
FORCEINLINE VOID KsGateTerminateAnd(PKSGATE AndGate) {
  if (KsGateGetStateUnsafe(AndGate))
    KsGateRemoveOnInputFromOr(AndGate->NextGate);
  else
    KsGateRemoveOffInputFromOr(AndGate->NextGate);
}
FORCEINLINE VOID KsGateTerminateOr(PKSGATE OrGate) {
  if (KsGateGetStateUnsafe(OrGate))
    KsGateRemoveOnInputFromAnd(OrGate->NextGate);
  else
    KsGateRemoveOffInputFromAnd(OrGate->NextGate);
}
#endif

EXTERN_C_END
