// Debug output of streaming drivers: levels, and a print that is gone in free builds.
#ifndef _KSDEBUG_
#define _KSDEBUG_

#if !defined(REMIND)
#define QUOTE(x) #x
#define QQUOTE(y) QUOTE(y)
#define REMIND(str) __FILE__ "(" QQUOTE(__LINE__) ") : " str
#endif

#if defined(_NTDDK_) || defined(_WDMDDK_)
#ifndef TRACE_LEVEL_ERROR
#define TRACE_LEVEL_NONE 0
#define TRACE_LEVEL_CRITICAL 1
#define TRACE_LEVEL_FATAL 1
#define TRACE_LEVEL_ERROR 2
#define TRACE_LEVEL_WARNING 3
#define TRACE_LEVEL_INFORMATION 4
#define TRACE_LEVEL_VERBOSE 5
#endif

#define DEBUGLVL_BLAB TRACE_LEVEL_VERBOSE
#define DEBUGLVL_VERBOSE TRACE_LEVEL_VERBOSE
#define DEBUGLVL_TERSE TRACE_LEVEL_INFORMATION
#define DEBUGLVL_INFO TRACE_LEVEL_INFORMATION
#define DEBUGLVL_WARNING TRACE_LEVEL_WARNING
#define DEBUGLVL_ERROR TRACE_LEVEL_ERROR

#if defined(DBG) && DBG
// DEBUG_VARIABLE names the driver's threshold; one file defines KSDEBUG_INIT and holds it.
#ifdef DEBUG_LEVEL
#define KSDEBUG_THRESHOLD_ DEBUG_LEVEL
#else
#define KSDEBUG_THRESHOLD_ DEBUGLVL_TERSE
#endif
#ifndef DEBUG_VARIABLE
#define DEBUG_VARIABLE KSDEBUG_THRESHOLD_
#elif defined(KSDEBUG_INIT)
ULONG DEBUG_VARIABLE = KSDEBUG_THRESHOLD_;
#else
EXTERN_C ULONG DEBUG_VARIABLE;
#endif

#define _DbgPrintF(lvl, strings)                 \
  {                                              \
    if ((ULONG)(lvl) <= (ULONG)DEBUG_VARIABLE) { \
      DbgPrint(STR_MODULENAME);                  \
      DbgPrint strings;                          \
      DbgPrint("\n");                            \
      if ((lvl) == DEBUGLVL_ERROR) {             \
        DbgBreakPoint();                         \
      }                                          \
    }                                            \
  }
#define _DbgPrintFEx(component, lvl, strings)     \
  {                                               \
    if ((ULONG)(lvl) <= (ULONG)DEBUG_VARIABLE) {  \
      DbgPrintEx(component, lvl, STR_MODULENAME); \
      DbgPrintEx(component, lvl, strings);        \
      DbgPrintEx(component, lvl, "\n");           \
      if ((lvl) == DEBUGLVL_ERROR) {              \
        DbgBreakPoint();                          \
      }                                           \
    }                                             \
  }
#else
#define _DbgPrintF(lvl, strings)
#define _DbgPrintFEx(component, lvl, strings)
#endif
#endif

#endif
