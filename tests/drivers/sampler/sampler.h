#pragma once

#include <ntddk.h>

#define SAMPLER_TAG 'lpmS'
#define SAMPLER_RING_SIZE (2 * PAGE_SIZE)
#define SAMPLER_PAGE_SIZE PAGE_SIZE
#define SAMPLER_DEFAULT_PERIOD 10

typedef struct _SAMPLE {
  LIST_ENTRY Link;
  ULONG Value;
} SAMPLE, *PSAMPLE;

typedef struct _SAMPLER {
  PDEVICE_OBJECT Device;
  BOOLEAN Linked;
  ULONG Period;

  KSPIN_LOCK Lock;
  LIST_ENTRY Queue;
  BOOLEAN HasSamples;
  NPAGED_LOOKASIDE_LIST Samples;

  PULONG Ring;
  ULONG RingNext;
  PVOID Dma;
  PHYSICAL_ADDRESS DmaAddress;
  PVOID DmaView;

  PVOID Page;
  PMDL PageMdl;
  BOOLEAN PageLocked;
  PULONG PageView;

  PKTHREAD Thread;
  KEVENT Stop;
  KEVENT Arrived;
  KEVENT FirstStored;

  PIO_WORKITEM Flush;
  KEVENT Flushed;

  BOOLEAN HasTimer;
  KTIMER Timer;
  KDPC Dpc;
} SAMPLER, *PSAMPLER;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD SamplerUnload;
__drv_dispatchType(IRP_MJ_CREATE) __drv_dispatchType(IRP_MJ_CLOSE) DRIVER_DISPATCH SamplerCreateClose;
KSTART_ROUTINE SamplerThread;
KDEFERRED_ROUTINE SamplerTick;
IO_WORKITEM_ROUTINE SamplerFlush;

NTSTATUS SamplerReadSettings(PUNICODE_STRING RegistryPath, PULONG Period);
NTSTATUS SamplerStartMemory(PSAMPLER Sampler);
VOID SamplerStopMemory(PSAMPLER Sampler);
NTSTATUS SamplerStart(PSAMPLER Sampler);
VOID SamplerStop(PSAMPLER Sampler);
