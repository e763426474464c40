// Names for addresses in what drivers print, for runs that must be the same every time.
//
// Addresses differ from run to run, so under a seed %p in DbgPrint and in trace messages prints
// what lies there instead:
//
//   driver+1A40            code or data of a loaded driver, by offset in its image
//   drydock+1A40           the same of the host, and of libraries by their file names
//   pool 'abcd' 64+8       byte 8 of a block of 64 bytes with this tag
//   ptr                    anything else: stacks, objects of the host, other memory
//
// Numbers that are no addresses (below 64 KB, or of the kernel's half) are printed as ever. Text
// that a driver formats itself is its own.
#pragma once

#include <cstdint>

#include "src/nt/rtl/format.h"

namespace drydock::nt {

void put_pointer_name(FormatSink<char>& sink, std::uint64_t value);

// The function above under a seed, else null.
PointerText pointer_names();

}  // namespace drydock::nt
