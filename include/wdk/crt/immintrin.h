// The compiler's own vector intrinsics. It declares some of them differently to the Windows
// compiler, which a driver's build claims to be but the target is not.
#pragma push_macro("_MSC_VER")
#undef _MSC_VER
#include_next <immintrin.h>
#pragma pop_macro("_MSC_VER")
