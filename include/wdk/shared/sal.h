// Source annotations: all of them expand to nothing.
#ifndef _SAL_H_
#define _SAL_H_

#include "basetsd.h"

#include "sal/inputs.h"
#include "sal/outputs.h"
#include "sal/conditions.h"
#if defined(DRYDOCK_DRIVER)
#include "sal/legacy.h"
#endif

#endif
