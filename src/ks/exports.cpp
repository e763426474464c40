#include "src/ks/descriptor.h"
#include "src/ks/format.h"
#include "src/ks/pin.h"
#include "src/nt/plug_and_play.h"
