// Reads the environment of the mutated library:
//   DRYDOCK_MUTANT=NUMBER          the mutant that is on
//   DRYDOCK_MUTANTS_REACHED=FILE   a byte for each number, which becomes 1 when its place is reached
// The file is mapped and shared: what a crashing process, its children and the programs that they
// start have reached is there in the end.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace drydock::mutation {

constinit unsigned chosen = 0;
constinit unsigned char* reached = nullptr;

namespace {

unsigned char* map(const char* path) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat status {};
  void* memory = MAP_FAILED;
  if (fstat(file, &status) == 0)
    memory = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<unsigned char*>(memory);
}

// The lowest number that is not the compiler's: initializers of the library's variables run later.
[[gnu::constructor(101)]] void read_environment() {
  if (const char* const number = std::getenv("DRYDOCK_MUTANT"); number != nullptr)
    chosen = static_cast<unsigned>(std::strtoul(number, nullptr, 10));
  if (const char* const path = std::getenv("DRYDOCK_MUTANTS_REACHED"); path != nullptr) reached = map(path);
}

}  // namespace

}  // namespace drydock::mutation
