// Routines of drivers that register with the graphics kernel.
#include "dispmprt.h"
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kDisplayRows(
    "ExecutiveExports",
    {
        ROW(DxgkInitialize, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("Kind.WhatIsMissingIsNamed")),
        ROW(DxgkInitializeDisplayOnlyDriver, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PARAMETER)), works([] {
              EXPECT_EQ(DxgkInitializeDisplayOnlyDriver(&this_driver(), nullptr, nullptr),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(DxgkUnInitialize, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, [] { return DxgkUnInitialize(&this_driver()); })),
    });

}  // namespace
