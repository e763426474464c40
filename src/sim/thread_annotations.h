// Annotations for clang's thread-safety analysis: which lock guards a field, and which lock a
// function needs. The build fails where code breaks them.
#pragma once

#ifdef __clang__
#define DRYDOCK_ANNOTATION(x) __attribute__((x))
#else
#define DRYDOCK_ANNOTATION(x)
#endif
#define DRYDOCK_GUARDED_BY(lock) DRYDOCK_ANNOTATION(guarded_by(lock))
#define DRYDOCK_REQUIRES(...) DRYDOCK_ANNOTATION(requires_capability(__VA_ARGS__))
#define DRYDOCK_EXCLUDES(...) DRYDOCK_ANNOTATION(locks_excluded(__VA_ARGS__))
#define DRYDOCK_NOT_ANALYSED DRYDOCK_ANNOTATION(no_thread_safety_analysis)
