// Structured exception handling for compilers that lack it.
#ifndef _INC_EXCPT
#define _INC_EXCPT

#if defined(__MINGW32__)
#include_next <excpt.h>
#else

#include <setjmp.h>

#include "seh/frame.h"

typedef enum _EXCEPTION_DISPOSITION {
  ExceptionContinueExecution,
  ExceptionContinueSearch,
  ExceptionNestedException,
  ExceptionCollidedUnwind
} EXCEPTION_DISPOSITION;

#define EXCEPTION_EXECUTE_HANDLER 1
#define EXCEPTION_CONTINUE_SEARCH 0
#define EXCEPTION_CONTINUE_EXECUTION (-1)

// How it works. A guarded block owns a drydock_seh_frame on the stack. The host keeps the frames of
// each thread in a list. A raised exception removes the innermost frame from the list, copies the
// record and the context into it and jumps to its `env`; the filter then runs in the function that
// owns the frame, and a filter that declines hands the same exception to the next frame.
// Consequences: a filter runs after the frames below it are gone, EXCEPTION_CONTINUE_EXECUTION
// counts as a refusal, and a local variable that the guarded block changes is only reliable in the
// handler when the translation unit is compiled with -O0 or the variable is volatile.
#ifdef __cplusplus
extern "C" {
#endif

int drydock_seh_setjmp(struct __jmp_buf_tag* env, int mask) __asm__("__sigsetjmp")
    __attribute__((__returns_twice__));
void drydock_seh_longjmp(struct __jmp_buf_tag* env, int value) __asm__("siglongjmp")
    __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif

#if defined(DRYDOCK_DRIVER)

// Usable in the filter and in the handler.
#define GetExceptionCode() (drydock_seh_scope.code)
#define GetExceptionInformation() ((struct _EXCEPTION_POINTERS*)drydock_seh_scope.pointers)
#define AbnormalTermination() \
  (drydock_seh_scope.state == drydock_seh_fault || drydock_seh_scope.state == drydock_seh_exit)

#ifdef __cplusplus

// The C++ library has a __try of its own; let it define that first, then replace it. Its headers
// see their own again (stl/hide.h).
#if __has_include(<bits/exception_defines.h>)
#include <bits/exception_defines.h>
#endif
#undef __try

extern "C++" {
struct drydock_seh_guard : drydock_seh_frame {
  // A block that does not say when its end is reached counts as one that does.
  explicit drydock_seh_guard(bool says_its_end) {
    state = drydock_seh_run;
    ended = !says_its_end;
    code = 0;
    drydock_seh_push(this);
  }
  drydock_seh_guard(const drydock_seh_guard&) = delete;
  drydock_seh_guard& operator=(const drydock_seh_guard&) = delete;

  // Runs wherever the block is left. It must live in the function that owns the frame, because it
  // lets the __finally block run and then comes back here to go on with the return or break.
  __attribute__((__always_inline__, __returns_twice__)) ~drydock_seh_guard() {
    if (state == drydock_seh_run) {
      drydock_seh_pop(this);
      if (drydock_seh_setjmp(resume, 0) == 0)
        drydock_seh_longjmp(env, ended ? drydock_seh_end : drydock_seh_exit);
    }
  }

  // True when the guarded block has to run.
  bool enter(int reason) {
    state = reason;
    return reason == drydock_seh_run;
  }
  // True when a handler has to run.
  bool wants_filter() {
    if (state == drydock_seh_fault) return true;
    if (state != drydock_seh_leave) drydock_seh_longjmp(resume, 1);
    return false;
  }
  bool dispose(int verdict) {
    if (verdict <= 0) drydock_seh_search(this);
    return true;
  }
  // The __finally block runs once; what comes after it depends on how the block was left.
  bool wants_finally() { return state != drydock_seh_done; }
  void end_finally() {
    if (state == drydock_seh_fault) drydock_seh_search(this);
    if (state != drydock_seh_leave) drydock_seh_longjmp(resume, 1);
    state = drydock_seh_done;
  }
  [[noreturn]] void leave() {
    drydock_seh_pop(this);
    drydock_seh_longjmp(env, drydock_seh_leave);
  }
};
}

#define drydock_seh_guarded(says_its_end)                \
  if (drydock_seh_guard drydock_seh_scope(says_its_end); \
      drydock_seh_scope.enter(drydock_seh_setjmp(drydock_seh_scope.env, 0)))
#define __try drydock_seh_guarded(false)
#define __except(...) \
  else if (drydock_seh_scope.wants_filter() && drydock_seh_scope.dispose(__VA_ARGS__))
#define __finally else for (; drydock_seh_scope.wants_finally(); drydock_seh_scope.end_finally())
#define __leave drydock_seh_scope.leave()

// What `drydock cc` makes of a __try and its handler.
#define drydock_seh_open
#define drydock_seh_try drydock_seh_guarded(true)
#define drydock_seh_ended drydock_seh_scope.ended = 1;
#define drydock_seh_except __except
#define drydock_seh_finally __finally
#define drydock_seh_close

#else

// C has no declaration in an if: `drydock cc` puts one before the block, in braces that end behind
// the handler. Where it cannot, as for a __try in a macro, the frame lives in a loop of at most two
// rounds, the block and then what follows it; break and continue then leave the block only.

// Runs wherever the block is left: lets the __finally block run, then comes back to go on with the
// return, break or goto. It must live in the function that owns the frame.
static __inline__ __attribute__((__always_inline__, __returns_twice__)) void drydock_seh_cleanup(
    drydock_seh_frame* frame) {
  if (frame->state == drydock_seh_run) {
    drydock_seh_pop(frame);
    if (drydock_seh_setjmp(frame->resume, 0) == 0)
      drydock_seh_longjmp(frame->env, frame->ended ? drydock_seh_end : drydock_seh_exit);
  }
}
// True when the guarded block has to run.
static __inline__ int drydock_seh_enter(drydock_seh_frame* frame, int reason) {
  frame->state = reason;
  if (reason == drydock_seh_run) drydock_seh_push(frame);
  return reason == drydock_seh_run;
}
// True when a handler has to run.
static __inline__ int drydock_seh_wants_filter(drydock_seh_frame* frame) {
  if (frame->state == drydock_seh_fault) return 1;
  if (frame->state != drydock_seh_leave) drydock_seh_longjmp(frame->resume, 1);
  return 0;
}
// The __finally block runs once; what comes after it depends on how the block was left.
static __inline__ void drydock_seh_after_finally(drydock_seh_frame* frame) {
  if (frame->state == drydock_seh_fault) drydock_seh_search(frame);
  if (frame->state != drydock_seh_leave) drydock_seh_longjmp(frame->resume, 1);
  frame->state = drydock_seh_done;
}
static __inline__ int drydock_seh_round(drydock_seh_frame* frame, int reason) {
  if (reason != drydock_seh_run) {
    frame->state = reason;
    return 1;
  }
  switch (frame->state) {
    case -1:
      frame->state = drydock_seh_run;
      drydock_seh_push(frame);
      return 1;
    case drydock_seh_run:
      drydock_seh_pop(frame);
      frame->state = drydock_seh_end;
      return 1;
    case drydock_seh_exit:
      frame->state = drydock_seh_done;
      drydock_seh_longjmp(frame->resume, 1);
    default:
      return 0;
  }
}
static __inline__ int drydock_seh_dispose(drydock_seh_frame* frame, int verdict) {
  if (verdict <= 0) drydock_seh_search(frame);
  return 1;
}
static __inline__ int drydock_seh_end_finally(drydock_seh_frame* frame) {
  if (frame->state == drydock_seh_fault) drydock_seh_search(frame);
  const int left = frame->state == drydock_seh_exit;
  frame->state = drydock_seh_done;
  if (left) drydock_seh_longjmp(frame->resume, 1);
  return 0;
}
static __inline__ void drydock_seh_go(drydock_seh_frame* frame) {
  drydock_seh_pop(frame);
  drydock_seh_longjmp(frame->env, drydock_seh_leave);
}

#define __try                                                                                \
  for (drydock_seh_frame drydock_seh_scope                                                   \
       __attribute__((__cleanup__(drydock_seh_cleanup))) = {.state = -1};                    \
       drydock_seh_round(&drydock_seh_scope, drydock_seh_setjmp(drydock_seh_scope.env, 0));) \
    if (drydock_seh_scope.state == drydock_seh_run)
#define __except(...)                                      \
  else if (drydock_seh_scope.state == drydock_seh_fault && \
           drydock_seh_dispose(&drydock_seh_scope, (__VA_ARGS__)))
#define __finally                                          \
  else for (; drydock_seh_scope.state != drydock_seh_done; \
            drydock_seh_end_finally(&drydock_seh_scope))
#define __leave drydock_seh_go(&drydock_seh_scope)

// What `drydock cc` makes of a __try and its handler.
#define drydock_seh_open \
  {                      \
    drydock_seh_frame drydock_seh_scope __attribute__((__cleanup__(drydock_seh_cleanup)));
#define drydock_seh_try            \
  if (drydock_seh_scope.ended = 0, \
      drydock_seh_enter(&drydock_seh_scope, drydock_seh_setjmp(drydock_seh_scope.env, 0)))
#define drydock_seh_ended drydock_seh_scope.ended = 1;
#define drydock_seh_except(...)                            \
  else if (drydock_seh_wants_filter(&drydock_seh_scope) && \
           drydock_seh_dispose(&drydock_seh_scope, (__VA_ARGS__)))
#define drydock_seh_finally                                \
  else for (; drydock_seh_scope.state != drydock_seh_done; \
            drydock_seh_after_finally(&drydock_seh_scope))
#define drydock_seh_close }

#endif

#define _exception_code() GetExceptionCode()
#define exception_code() GetExceptionCode()
#define _exception_info() GetExceptionInformation()
#define exception_info() GetExceptionInformation()
#define _abnormal_termination() AbnormalTermination()
#define abnormal_termination() AbnormalTermination()

#endif
#endif
#endif
