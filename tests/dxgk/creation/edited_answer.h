// A machine whose driver's answers a test edits.
#pragma once

#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {

inline const std::vector<std::string> kDisplay = {"-DBOOK_SOURCES=1"};

// A machine whose driver's answers are edited.
struct Scene {
  BOOK_ENTRY entry = BOOK_ENTRY_CREATE;
  std::vector<std::string> words = {};  // more for drydock cc
  const char* version = kWddm13;
};

// A machine whose driver's next answer is edited.
struct Edited {
  using Edit = void (*)(void* arguments);

  explicit Edited(Edit edit, const Scene& scene = {}) : machine(scene.words, scene.version) {
    machine.set_fault(BOOK_FAULT_CALLS_BACK, scene.entry, edit);
  }

  // The status that the client gets, and the number of breaches.
  NTSTATUS create() { return Creation(device).run(); }
  NTSTATUS create_primary(bool shared = false) {
    Creation creation(device);
    creation.infos[0].Flags.Primary = 1;
    creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = shared;
    const NTSTATUS status = creation.run();
    global = creation.request.hGlobalShare;
    return status;
  }
  NTSTATUS create_shared() {
    Creation creation(device);
    creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = 1;
    const NTSTATUS status = creation.run();
    global = creation.request.hGlobalShare;
    return status;
  }
  std::size_t count(std::string_view rule) const { return machine.count(rule); }

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
  D3DKMT_HANDLE global = 0;
};

}  // namespace drydock::testing
