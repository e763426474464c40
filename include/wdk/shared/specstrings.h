// The annotations under their other header name, and the analyser's hints.
#ifndef SPECSTRINGS_H
#define SPECSTRINGS_H

#include "sal.h"

#if defined(DRYDOCK_DRIVER)
#ifndef __specstrings
#define __specstrings
#endif
#endif

#endif
