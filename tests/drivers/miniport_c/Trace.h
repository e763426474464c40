/* Trace configuration as a driver carries it. */
#pragma once

#define WPP_CONTROL_GUIDS                                                        \
    WPP_DEFINE_CONTROL_GUID(SampleTraceGuid, (1a2b3c4d, 1111, 2222, 3333, 0123456789ab), \
        WPP_DEFINE_BIT(TRACE_DRIVER)                                             \
        WPP_DEFINE_BIT(TRACE_DEVICE))

#define WPP_LEVEL_FLAGS_LOGGER(lvl, flags) WPP_LEVEL_LOGGER(flags)
#define WPP_LEVEL_FLAGS_ENABLED(lvl, flags) (WPP_LEVEL_ENABLED(flags) && WPP_CONTROL(WPP_BIT_##flags).Level >= lvl)

//
// begin_wpp config
// FUNC TraceEvents(LEVEL, FLAGS, MSG, ...);
// FUNC TraceFailure{LEVEL=TRACE_LEVEL_ERROR, FLAGS=TRACE_DRIVER}(MSG, ...);
// FUNC DebugPrint((LEVEL, MSG, ...));
// end_wpp
//
