// What a test of a display miniport includes: docks and their clients, findings, seeds and faults.
//
// Tests of other drivers include one header more: d3d.h plays the Direct3D runtime, avstream.h the
// client of a camera, screen.h the desktop on a display-only driver. Each header says its contract,
// cost, owner and threads.
#pragma once

#include "drydock/dock.h"
#include "drydock/findings.h"
#include "drydock/run.h"
