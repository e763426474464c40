// What a guarded block and the host share: the frame, and the calls about it.
#ifndef _DRYDOCK_SEH_FRAME_H_
#define _DRYDOCK_SEH_FRAME_H_
#if !defined(__MINGW32__)

#include <setjmp.h>

typedef struct drydock_seh_frame {
  struct drydock_seh_frame* outer;  // next frame of the same thread, kept by the host
  jmp_buf env;                      // entered with drydock_seh_fault, _leave, _end or _exit
  jmp_buf resume;                   // leads back to the place where the block was left
  volatile int state;               // one of drydock_seh_state
  volatile int ended;               // the end of the block was reached
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
  drydock_seh_end,    // it ended by reaching its end
  drydock_seh_exit,   // it ended by return, break, continue or goto
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
// pointers, then siglongjmp(frame->env, drydock_seh_fault). Without a frame the driver's life ends.
// The fault handler of the process, ExRaiseStatus and RaiseException call it.
__attribute__((__noreturn__)) void drydock_seh_raise(const struct _EXCEPTION_RECORD* record,
                                                     const void* context);
// search: the popped frame declined its exception; raise the same one for the next frame.
__attribute__((__noreturn__)) void drydock_seh_search(drydock_seh_frame* frame);

#ifdef __cplusplus
}
#endif
#endif
#endif
