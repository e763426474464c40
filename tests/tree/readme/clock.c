// A clock that ticks every second. Its unload routine frees the timer and forgets to cancel it:
// README.md shows the report.
#include <ntddk.h>

typedef struct {
  KTIMER timer;
  KDPC dpc;
} CLOCK;

static CLOCK* g_clock;

static void Tick(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  UNREFERENCED_PARAMETER(dpc);
  UNREFERENCED_PARAMETER(context);
  UNREFERENCED_PARAMETER(first);
  UNREFERENCED_PARAMETER(second);
}

static void Unload(PDRIVER_OBJECT driver) {
  UNREFERENCED_PARAMETER(driver);
  ExFreePoolWithTag(g_clock, 'kolC');
}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  LARGE_INTEGER due;
  UNREFERENCED_PARAMETER(path);
  g_clock = ExAllocatePoolWithTag(NonPagedPool, sizeof *g_clock, 'kolC');
  if (g_clock == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  due.QuadPart = -10000000;
  KeInitializeTimer(&g_clock->timer);
  KeInitializeDpc(&g_clock->dpc, Tick, NULL);
  KeSetTimerEx(&g_clock->timer, due, 1000, &g_clock->dpc);
  driver->DriverUnload = Unload;
  return STATUS_SUCCESS;
}
