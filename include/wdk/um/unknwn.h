// IUnknown under the name that sources include.
#ifndef __unknwn_h__
#define __unknwn_h__

#include "unknwnbase.h"

#endif
