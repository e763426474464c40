// Annotations for clang's thread-safety analysis: which lock guards a field, which lock a function
// needs, and which of two locks is taken first. The build fails where code breaks them.
#pragma once

#ifdef __clang__
#define DRYDOCK_ANNOTATION(x) __attribute__((x))
#else
#define DRYDOCK_ANNOTATION(x)
#endif
#define DRYDOCK_GUARDED_BY(lock) DRYDOCK_ANNOTATION(guarded_by(lock))
#define DRYDOCK_REQUIRES(...) DRYDOCK_ANNOTATION(requires_capability(__VA_ARGS__))
#define DRYDOCK_EXCLUDES(...) DRYDOCK_ANNOTATION(locks_excluded(__VA_ARGS__))
// A function that returns the lock, under another name for it.
#define DRYDOCK_RETURNS_LOCK(lock) DRYDOCK_ANNOTATION(lock_returned(lock))
// A thread that takes both takes this lock before those. Locks that cannot name each other have
// ranks instead (src/sim/lock_rank.h).
#define DRYDOCK_ACQUIRED_BEFORE(...) DRYDOCK_ANNOTATION(acquired_before(__VA_ARGS__))
#define DRYDOCK_NOT_ANALYSED DRYDOCK_ANNOTATION(no_thread_safety_analysis)
