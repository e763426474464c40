// Routines of ports and registers.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kPortRows(
    "ExecutiveExports",
    {
        ROW(READ_PORT_BUFFER_UCHAR, at_any_level(), zeros(passes()),
            proven_by("Port.BuffersGoThroughOnePort")),
        ROW(READ_PORT_BUFFER_ULONG, at_any_level(), zeros(passes()), works([] {
              ULONG place = 0x5A6B7C8D, out[3] = {};
              READ_PORT_BUFFER_ULONG(&place, out, 2);
              EXPECT_EQ(out[0], 0x5A6B7C8D);
              EXPECT_EQ(out[1], 0x5A6B7C8D);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_PORT_BUFFER_USHORT, at_any_level(), zeros(passes()), works([] {
              USHORT place = 0x5A6B, out[3] = {};
              READ_PORT_BUFFER_USHORT(&place, out, 2);
              EXPECT_EQ(out[0], 0x5A6B);
              EXPECT_EQ(out[1], 0x5A6B);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_PORT_UCHAR, at_any_level(), zeros(passes()),
            proven_by("Port.RangesDoNotOverlap", "Port.UndeclaredPortsReadAllOnes")),
        ROW(READ_PORT_ULONG, at_any_level(), zeros(passes()),
            proven_by("Port.DeclaredPortsReachTheDevice", "Port.UndeclaredPortsReadAllOnes")),
        ROW(READ_PORT_USHORT, at_any_level(), zeros(passes()),
            proven_by("Port.UndeclaredPortsReadAllOnes", "Port.DeclaredPortsReachTheDevice")),
        ROW(READ_REGISTER_BUFFER_UCHAR, at_any_level(), zeros(passes()), works([] {
              UCHAR place[3] = {1, 0x5A, 3}, out[3] = {};
              READ_REGISTER_BUFFER_UCHAR(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_BUFFER_ULONG, at_any_level(), zeros(passes()),
            proven_by("Register.StringsGoToNeighbours")),
        ROW(READ_REGISTER_BUFFER_ULONG64, at_any_level(), zeros(passes()), works([] {
              ULONG64 place[3] = {1, 0x5A6B7C8D9EAFULL, 3}, out[3] = {};
              READ_REGISTER_BUFFER_ULONG64(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_BUFFER_USHORT, at_any_level(), zeros(passes()), works([] {
              USHORT place[3] = {1, 0x5A6B, 3}, out[3] = {};
              READ_REGISTER_BUFFER_USHORT(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A6B);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_NOFENCE_BUFFER_UCHAR, at_any_level(), zeros(passes()), works([] {
              UCHAR place[3] = {1, 0x5A, 3}, out[3] = {};
              READ_REGISTER_NOFENCE_BUFFER_UCHAR(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_NOFENCE_BUFFER_ULONG, at_any_level(), zeros(passes()),
            proven_by("Register.StringsGoToNeighbours")),
        ROW(READ_REGISTER_NOFENCE_BUFFER_ULONG64, at_any_level(), zeros(passes()), works([] {
              ULONG64 place[3] = {1, 0x5A6B7C8D9EAFULL, 3}, out[3] = {};
              READ_REGISTER_NOFENCE_BUFFER_ULONG64(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_NOFENCE_BUFFER_USHORT, at_any_level(), zeros(passes()), works([] {
              USHORT place[3] = {1, 0x5A6B, 3}, out[3] = {};
              READ_REGISTER_NOFENCE_BUFFER_USHORT(place, out, 2);
              EXPECT_EQ(out[0], 1u);
              EXPECT_EQ(out[1], 0x5A6B);
              EXPECT_EQ(out[2], 0u);
            })),
        ROW(READ_REGISTER_NOFENCE_UCHAR, at_any_level(), zeros(crash()), works([] {
              UCHAR place = 0x5A;
              EXPECT_EQ(READ_REGISTER_NOFENCE_UCHAR(&place), 0x5A);
            })),
        ROW(READ_REGISTER_NOFENCE_ULONG, at_any_level(), zeros(crash()),
            proven_by("IoSpace.CallbacksSeeRegisterAccess",
                      "Register.EachWidthTouchesItsOwnBytes")),
        ROW(READ_REGISTER_NOFENCE_ULONG64, at_any_level(), zeros(crash()), works([] {
              ULONG64 place = 0x5A6B7C8D9EAFULL;
              EXPECT_EQ(READ_REGISTER_NOFENCE_ULONG64(&place), 0x5A6B7C8D9EAFULL);
            })),
        ROW(READ_REGISTER_NOFENCE_USHORT, at_any_level(), zeros(crash()), works([] {
              USHORT place = 0x5A6B;
              EXPECT_EQ(READ_REGISTER_NOFENCE_USHORT(&place), 0x5A6B);
            })),
        ROW(READ_REGISTER_UCHAR, at_any_level(), zeros(crash()),
            proven_by("IoSpace.CallbacksSeeRegisterAccess",
                      "Register.EachWidthTouchesItsOwnBytes")),
        ROW(READ_REGISTER_ULONG, at_any_level(), zeros(crash()),
            proven_by("Register.EachWidthTouchesItsOwnBytes")),
        ROW(READ_REGISTER_ULONG64, at_any_level(), zeros(crash()),
            proven_by("IoSpace.CallbacksSeeRegisterAccess",
                      "Register.EachWidthTouchesItsOwnBytes")),
        ROW(READ_REGISTER_USHORT, at_any_level(), zeros(crash()),
            proven_by("IoSpace.CallbacksSeeRegisterAccess",
                      "Register.EachWidthTouchesItsOwnBytes")),
        ROW(WRITE_PORT_BUFFER_UCHAR, at_any_level(), zeros(passes()),
            proven_by("Port.BuffersGoThroughOnePort")),
        ROW(WRITE_PORT_BUFFER_ULONG, at_any_level(), zeros(passes()), works([] {
              ULONG place[2] = {}, out[2] = {1, 0x5A6B7C8D};
              WRITE_PORT_BUFFER_ULONG(place, out, 2);
              EXPECT_EQ(place[0], 0x5A6B7C8D);
              EXPECT_EQ(place[1], 0u);
            })),
        ROW(WRITE_PORT_BUFFER_USHORT, at_any_level(), zeros(passes()),
            proven_by("Register.APortThatIsAnAddressIsMemory")),
        ROW(WRITE_PORT_UCHAR, at_any_level(), zeros(passes()),
            proven_by("Port.UndeclaredPortsReadAllOnes")),
        ROW(WRITE_PORT_ULONG, at_any_level(), zeros(passes()), works([] {
              ULONG place[2] = {};
              WRITE_PORT_ULONG(place, 0x5A6B7C8D);
              EXPECT_EQ(place[0], 0x5A6B7C8D);
              EXPECT_EQ(place[1], 0u);
            })),
        ROW(WRITE_PORT_USHORT, at_any_level(), zeros(passes()),
            proven_by("Port.DeclaredPortsReachTheDevice")),
        ROW(WRITE_REGISTER_BUFFER_UCHAR, at_any_level(), zeros(passes()), works([] {
              UCHAR place[3] = {}, out[3] = {1, 0x5A, 3};
              WRITE_REGISTER_BUFFER_UCHAR(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_BUFFER_ULONG, at_any_level(), zeros(passes()),
            proven_by("Register.StringsGoToNeighbours")),
        ROW(WRITE_REGISTER_BUFFER_ULONG64, at_any_level(), zeros(passes()), works([] {
              ULONG64 place[3] = {}, out[3] = {1, 0x5A6B7C8D9EAFULL, 3};
              WRITE_REGISTER_BUFFER_ULONG64(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_BUFFER_USHORT, at_any_level(), zeros(passes()), works([] {
              USHORT place[3] = {}, out[3] = {1, 0x5A6B, 3};
              WRITE_REGISTER_BUFFER_USHORT(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A6B);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_BUFFER_UCHAR, at_any_level(), zeros(passes()), works([] {
              UCHAR place[3] = {}, out[3] = {1, 0x5A, 3};
              WRITE_REGISTER_NOFENCE_BUFFER_UCHAR(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_BUFFER_ULONG, at_any_level(), zeros(passes()), works([] {
              ULONG place[3] = {}, out[3] = {1, 0x5A6B7C8D, 3};
              WRITE_REGISTER_NOFENCE_BUFFER_ULONG(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A6B7C8D);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_BUFFER_ULONG64, at_any_level(), zeros(passes()), works([] {
              ULONG64 place[3] = {}, out[3] = {1, 0x5A6B7C8D9EAFULL, 3};
              WRITE_REGISTER_NOFENCE_BUFFER_ULONG64(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_BUFFER_USHORT, at_any_level(), zeros(passes()), works([] {
              USHORT place[3] = {}, out[3] = {1, 0x5A6B, 3};
              WRITE_REGISTER_NOFENCE_BUFFER_USHORT(place, out, 2);
              EXPECT_EQ(place[0], 1u);
              EXPECT_EQ(place[1], 0x5A6B);
              EXPECT_EQ(place[2], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_UCHAR, at_any_level(), zeros(crash()), works([] {
              UCHAR place[2] = {};
              WRITE_REGISTER_NOFENCE_UCHAR(place, 0x5A);
              EXPECT_EQ(place[0], 0x5A);
              EXPECT_EQ(place[1], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_ULONG, at_any_level(), zeros(crash()),
            proven_by("Register.StringsGoToNeighbours")),
        ROW(WRITE_REGISTER_NOFENCE_ULONG64, at_any_level(), zeros(crash()), works([] {
              ULONG64 place[2] = {};
              WRITE_REGISTER_NOFENCE_ULONG64(place, 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(place[0], 0x5A6B7C8D9EAFULL);
              EXPECT_EQ(place[1], 0u);
            })),
        ROW(WRITE_REGISTER_NOFENCE_USHORT, at_any_level(), zeros(crash()), works([] {
              USHORT place[2] = {};
              WRITE_REGISTER_NOFENCE_USHORT(place, 0x5A6B);
              EXPECT_EQ(place[0], 0x5A6B);
              EXPECT_EQ(place[1], 0u);
            })),
        ROW(WRITE_REGISTER_UCHAR, at_any_level(), zeros(crash()),
            proven_by("IoSpace.CallbacksSeeRegisterAccess")),
        ROW(WRITE_REGISTER_ULONG, at_any_level(), zeros(crash()),
            proven_by("IoSpace.MapsADeclaredRange")),
        ROW(WRITE_REGISTER_ULONG64, at_any_level(), zeros(crash()),
            proven_by("Register.EachWidthTouchesItsOwnBytes")),
        ROW(WRITE_REGISTER_USHORT, at_any_level(), zeros(crash()),
            proven_by("Register.EachWidthTouchesItsOwnBytes")),
    });

}  // namespace
