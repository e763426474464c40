// Structured exception handling for compilers that lack it.
#ifndef _INC_EXCPT
#define _INC_EXCPT

#if defined(__MINGW32__)
#include_next <excpt.h>
#else

#include <setjmp.h>

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
typedef struct drydock_seh_frame {
  struct drydock_seh_frame* outer;  // next frame of the same thread, kept by the host
  sigjmp_buf env;                   // entered with drydock_seh_fault, _leave or _end
  sigjmp_buf resume;                // leads back to the place where the block was left
  volatile int state;               // one of drydock_seh_state
  unsigned int code;                // exception code, set by the host
  void* pointers[2];                // EXCEPTION_POINTERS: addresses of the two copies below
  // Copies of the EXCEPTION_RECORD and of the CONTEXT, made by the host.
  unsigned char record[160] __attribute__((__aligned__(16)));
  unsigned char context[1232] __attribute__((__aligned__(16)));
} drydock_seh_frame;

enum drydock_seh_state {
  drydock_seh_run,    // the guarded block is running
  drydock_seh_fault,  // an exception was raised in it
  drydock_seh_leave,  // it ended by __leave
  drydock_seh_end,    // it ended by reaching its end, or by return, break, continue or goto
  drydock_seh_done    // nothing is left to do
};

struct _EXCEPTION_RECORD;
struct _EXCEPTION_POINTERS;

#ifdef __cplusplus
extern "C" {
#endif

// The host implements these four.
// push: makes the frame the innermost of the calling thread.
void drydock_seh_push(drydock_seh_frame* frame);
// pop: takes the frame, and every frame inside it, off the thread's list; no-op if it is not there.
void drydock_seh_pop(drydock_seh_frame* frame);
// raise: delivers an exception to the innermost frame: pop it, fill code, record, context and
// pointers, then siglongjmp(frame->env, drydock_seh_fault). Without a frame it is a bug check.
// The fault handler of the process, ExRaiseStatus and RaiseException call it.
__attribute__((__noreturn__)) void drydock_seh_raise(const struct _EXCEPTION_RECORD* record,
                                                     const void* context);
// search: the popped frame declined its exception; raise the same one for the next frame.
__attribute__((__noreturn__)) void drydock_seh_search(drydock_seh_frame* frame);

int drydock_seh_setjmp(struct __jmp_buf_tag* env, int mask) __asm__("__sigsetjmp")
    __attribute__((__returns_twice__));

#ifdef __cplusplus
}
#endif

#if defined(DRYDOCK_DRIVER)

// Usable in the filter and in the handler.
#define GetExceptionCode() (drydock_seh_scope.code)
#define GetExceptionInformation() ((struct _EXCEPTION_POINTERS*)drydock_seh_scope.pointers)
#define AbnormalTermination() (drydock_seh_scope.state == drydock_seh_fault)

#ifdef __cplusplus

// The C++ library has a __try of its own; let it define that first, then replace it. Its headers
// see their own again (stl/hide.h).
#if __has_include(<bits/exception_defines.h>)
#include <bits/exception_defines.h>
#endif
#undef __try

extern "C++" {
struct drydock_seh_guard : drydock_seh_frame {
  drydock_seh_guard() {
    state = drydock_seh_run;
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
      if (drydock_seh_setjmp(resume, 0) == 0) siglongjmp(env, drydock_seh_end);
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
    if (state == drydock_seh_end) siglongjmp(resume, 1);
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
    if (state == drydock_seh_end) siglongjmp(resume, 1);
    state = drydock_seh_done;
  }
  [[noreturn]] void leave() {
    drydock_seh_pop(this);
    siglongjmp(env, drydock_seh_leave);
  }
};
}

#define __try                                \
  if (drydock_seh_guard drydock_seh_scope{}; \
      drydock_seh_scope.enter(drydock_seh_setjmp(drydock_seh_scope.env, 0)))
#define __except(...) \
  else if (drydock_seh_scope.wants_filter() && drydock_seh_scope.dispose(__VA_ARGS__))
#define __finally else for (; drydock_seh_scope.wants_finally(); drydock_seh_scope.end_finally())
#define __leave drydock_seh_scope.leave()

#else

// C has no destructor in an if: the frame lives in a loop of at most two rounds, the block and then
// what follows it. So break and continue inside the block leave the block only.
static __inline__ void drydock_seh_cleanup(drydock_seh_frame* frame) {
  if (frame->state == drydock_seh_run) drydock_seh_pop(frame);
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
  frame->state = drydock_seh_done;
  return 0;
}
static __inline__ void drydock_seh_go(drydock_seh_frame* frame) {
  drydock_seh_pop(frame);
  siglongjmp(frame->env, drydock_seh_leave);
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
