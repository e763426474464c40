// Receives findings that no FindingLog receives. DRYDOCK_FINDINGS says where they go:
//
//   DRYDOCK_FINDINGS=stderr      Standard error. The same without the variable.
//   DRYDOCK_FINDINGS=off         Nowhere.
//   DRYDOCK_FINDINGS=FILE.json   An array in that file, in the form of to_json(). The file is
//                                replaced as a whole, so that it is complete whenever the process
//                                ends. It exists, and is empty of findings, from the beginning.
//
// A file that cannot be written is named in one sentence on standard error, and the findings go
// there too. One process writes a file.
//
// Cost: only a finding pays; one in a file costs as much as all that the file has. Threads: any.
#pragma once

#include "src/rules/finding.h"

namespace drydock::rules {

void write_to_sink(const Finding& finding);

}  // namespace drydock::rules
