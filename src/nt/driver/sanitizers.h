// Drivers that were built with clang's sanitizers (`drydock cc --sanitize`).
//
// Such a driver calls the runtime of its sanitizer, a library that must be there before the process
// begins: it replaces the C library's functions. `drydock` begins again with it where a driver
// needs it (src/cli/with_sanitizers.h); other programs begin with LD_PRELOAD.
//
// A report becomes a finding with the driver's line. After one of the address sanitizer the driver
// is dead: its thread leaves the driver before the access is made. After undefined behaviour it
// goes on.
//
// Cost: nothing for drivers without sanitizers. Threads: any.
#pragma once

#include <string>
#include <vector>

#include "src/nt/driver/elf_imports.h"

namespace drydock::nt {

enum class Sanitizer { kAddress, kUndefined, kThread };

// "address", as the compiler's option has it.
const char* name_of(Sanitizer sanitizer);

// The sanitizers whose runtime the driver calls and this process does not have. The runtime for
// addresses brings that for undefined behaviour along.
std::vector<Sanitizer> missing_sanitizers(const ElfImports& imports);

// Says why a driver that calls these names does not load: one sentence, with what to do about it.
std::string why_not_loadable(const std::string& driver, const ElfImports& imports,
                             const std::vector<std::string>& missing);

// Makes a finding of each error that the address sanitizer finds in a driver from now on. Does
// nothing where its runtime is not in the process, and where the host itself is built with it.
void listen_to_sanitizers();

// The runtime for undefined behaviour calls a function of this name in the program, if there is
// one, for each report; the program has it call this.
void on_undefined_behaviour();

}  // namespace drydock::nt
