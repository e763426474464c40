// NTSTATUS values, one part per kind.
#ifndef _NTSTATUS_
#define _NTSTATUS_

#include "ntdef.h"

// A value is severity (2 bits), customer (1), reserved (1), facility (12) and code (16).
#ifndef STATUS_SEVERITY_SUCCESS
#define STATUS_SEVERITY_SUCCESS 0x0
#define STATUS_SEVERITY_INFORMATIONAL 0x1
#define STATUS_SEVERITY_WARNING 0x2
#define STATUS_SEVERITY_ERROR 0x3
#endif

#include "ntstatus/success.h"
#include "ntstatus/warnings.h"
#include "ntstatus/errors_core.h"
#include "ntstatus/errors_io.h"
#include "ntstatus/errors_late.h"
#include "ntstatus/graphics.h"
#include "ntstatus/subsystems.h"

#endif
