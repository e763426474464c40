// How cost grows with the number of live objects: pictures, and the exponent that fits.
#pragma once

#include <filesystem>

namespace drydock::bench {

// Creates, looks up, destroys and ends processes with 1, 10 … 1,000,000 live allocations; writes
// growth.svg into the folder and prints the exponents. 1 is growth with the work.
void plot_growth(const std::filesystem::path& folder);

}  // namespace drydock::bench
