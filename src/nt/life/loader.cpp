#include "src/nt/life/loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/elf_imports.h"
#include "src/nt/driver/elf_sections.h"
#include "src/nt/driver/image_sections.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/driver/sanitizers.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/io/device.h"
#include "src/nt/life/reinitialize.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/nt/ob/system_thread.h"
#include "src/nt/pool/pool.h"
#include "src/nt/races/races.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/resource_lock.h"
#include "src/nt/time/work_item.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::nt {
namespace {

// A copy of the file that only this process has, so that each load is a library of its own to the
// system's loader. It has a name, /proc/PID/fd/N, by which debug information can be read as long
// as it is open; nothing is left on disk.
class PrivateCopy {
 public:
  explicit PrivateCopy(const std::filesystem::path& path) {
    const int from = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0)
      throw LoadError(fmt::format("'{}' cannot be read: {}", path.string(), std::strerror(errno)));
    fd_ = memfd_create(path.filename().c_str(), MFD_CLOEXEC);
    ssize_t copied = fd_ < 0 ? -1 : 1;
    while (copied > 0) copied = sendfile(fd_, from, nullptr, 1 << 24);
    const int error = errno;
    close(from);
    if (copied < 0) {
      if (fd_ >= 0) close(fd_);
      throw LoadError(
          fmt::format("'{}' cannot be copied: {}", path.string(), std::strerror(error)));
    }
  }
  ~PrivateCopy() { close(fd_); }
  PrivateCopy(const PrivateCopy&) = delete;
  PrivateCopy& operator=(const PrivateCopy&) = delete;

  std::string name() const { return fmt::format("/proc/{}/fd/{}", getpid(), fd_); }

 private:
  int fd_ = -1;
};

// A UNICODE_STRING and the memory behind it. Names of drivers are file names: what is not ASCII
// becomes '_'. As on Windows the string has no room for a NUL. Behind it lies a character that is
// none, as there may be on Windows: a driver that takes the buffer for a C string gets another
// name.
class Name {
 public:
  explicit Name(const std::string& text) {
    for (const char c : text) text_.push_back(static_cast<unsigned char>(c) < 0x80 ? c : u'_');
    string_.Length = string_.MaximumLength = static_cast<USHORT>(text_.size() * sizeof(WCHAR));
    text_.push_back(kBehind);
    string_.Buffer = text_.data();
  }
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;

  UNICODE_STRING& string() { return string_; }

 private:
  static constexpr char16_t kBehind = u'?';  // no name of a key, service or file has it

  std::u16string text_;
  UNICODE_STRING string_{};
};

// The I/O manager puts this into every slot of MajorFunction (wdm/ns-wdm-_driver_object.md: "the
// I/O manager completes the IRP with STATUS_INVALID_DEVICE_REQUEST").
NTSTATUS refuse(PDEVICE_OBJECT, PIRP irp) {
  irp->IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;
  irp->IoStatus.Information = 0;
  IofCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_INVALID_DEVICE_REQUEST;
}

CodeRange range_of(void* library) {
  struct Search {
    ElfW(Addr) base;
    CodeRange range;
  };
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return {};
  Search search{map->l_addr, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& search = *static_cast<Search*>(data);
        if (info->dlpi_addr != search.base) return 0;
        search.range.begin = info->dlpi_addr;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = info->dlpi_phdr[i];
          if (part.p_type != PT_LOAD) continue;
          search.range.end = std::max<std::uintptr_t>(
              search.range.end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        return 1;
      },
      &search);
  return search.range;
}

// A user-mode driver has no DriverEntry; its host calls these.
bool has_entry_point(const ElfImports& imports) {
  for (const char* name :
       {"DriverEntry", "OpenAdapter", "OpenAdapter10", "OpenAdapter10_2", "OpenAdapter12"}) {
    if (imports.defines(name)) return true;
  }
  return false;
}

}  // namespace

struct LoadedDriver::Impl {
  enum class State { kLoaded, kStarted, kFailed, kUnloaded };

  Impl(const std::filesystem::path& path, std::string driver_name)
      : copy(path),
        parts(read_sections(path)),
        driver(std::move(driver_name)),
        object_name("\\Driver\\" + driver.name()),
        service_name(driver.name()),
        hardware("\\REGISTRY\\MACHINE\\HARDWARE\\DESCRIPTION\\SYSTEM"),
        registry_path("\\Registry\\Machine\\System\\CurrentControlSet\\Services\\" +
                      driver.name()) {}

  void fill_object();
  void make_service_key();
  void end_statics();
  void raise_all_leaks();

  PrivateCopy copy;
  std::vector<ElfSection> parts;
  Driver driver;
  Name object_name, service_name, hardware, registry_path;
  DRIVER_EXTENSION extension{};
  void* library = nullptr;
  std::optional<ImageSections> sections;
  std::optional<LoadedCode> code;
  PDRIVER_INITIALIZE entry = nullptr;
  State state = State::kLoaded;
  bool haunts = false;  // left something behind that may lead back into it
};

void LoadedDriver::Impl::fill_object() {
  DRIVER_OBJECT& object = driver.object();
  const CodeRange range = range_of(library);
  code.emplace(range, sections.emplace(parts, range.begin));
  track_image(range);
  object.Type = IO_TYPE_DRIVER;
  object.Size = sizeof(DRIVER_OBJECT);
  object.Flags = DRVO_LEGACY_DRIVER;
  object.DriverStart = reinterpret_cast<PVOID>(range.begin);
  object.DriverSize = static_cast<ULONG>(range.end - range.begin);
  object.DriverExtension = &extension;
  object.DriverName = object_name.string();
  object.HardwareDatabase = &hardware.string();
  object.DriverInit = entry;
  std::fill(std::begin(object.MajorFunction), std::end(object.MajorFunction), refuse);
  extension.DriverObject = &object;
  extension.ServiceKeyName = service_name.string();
}

// Creates the registry key that an installation of the driver would have created.
void LoadedDriver::Impl::make_service_key() {
  KeyRef key;
  bool made = false;
  const UNICODE_STRING& path = registry_path.string();
  Registry::instance().create(nullptr, {path.Buffer, path.Length / sizeof(WCHAR)}, true, key, made);
}

// Destroys the globals of a user-mode driver, as its library's end would: what they hold is not
// left behind. `drydock cc` gives such drivers this entry.
void LoadedDriver::Impl::end_statics() {
  const auto end = reinterpret_cast<void (*)()>(dlsym(library, "drydock_end_statics"));
  if (end != nullptr && driver.alive()) driver.run("DLL_PROCESS_DETACH", end);
}

// The debts of a dead driver are struck out without a word.
void LoadedDriver::Impl::raise_all_leaks() {
  std::optional<Silence> silence;
  if (!driver.alive()) {
    end_calls_of(driver);
    silence.emplace();
  }
  rules::evaluated("N-008");
  rules::evaluated("N-034");
  haunts = raise_leaks(driver) > 0 || calls_inside(driver) > 0;
  join_ended_threads();
  raise_undeleted_resources(driver);
  raise_pool_leaks(driver);
}

std::unique_ptr<LoadedDriver> LoadedDriver::load(const std::filesystem::path& path) {
  const ElfImports imports = read_elf(path);
  if (!has_entry_point(imports)) {
    throw LoadError(fmt::format("'{}' has no DriverEntry, so it is no driver", path.string()));
  }
  if (const std::vector<std::string> missing = unresolved(imports); !missing.empty()) {
    throw LoadError(why_not_loadable(path.string(), imports, missing));
  }
  listen_to_sanitizers();
  std::unique_ptr<LoadedDriver> out(new LoadedDriver);
  out->impl_ = std::make_unique<Impl>(path, path.stem().string());
  Impl& impl = *out->impl_;
  impl.library = dlopen(impl.copy.name().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (impl.library == nullptr) {
    throw LoadError(fmt::format("'{}' cannot be loaded: {}", path.string(), dlerror()));
  }
  trace::record_imports(impl.library);
  impl.entry = reinterpret_cast<PDRIVER_INITIALIZE>(dlsym(impl.library, "DriverEntry"));
  impl.fill_object();
  return out;
}

LoadedDriver::~LoadedDriver() {
  if (impl_ == nullptr || impl_->library == nullptr) return;
  if (impl_->state == Impl::State::kStarted) unload();
  if (impl_->driver.alive() && !impl_->haunts) {
    const DRIVER_OBJECT& object = impl_->driver.object();
    remove_locks_within(object.DriverStart, object.DriverSize);
    remove_histories_of(impl_->driver);
    remove_image({reinterpret_cast<std::uintptr_t>(object.DriverStart),
                  reinterpret_cast<std::uintptr_t>(object.DriverStart) + object.DriverSize});
    dlclose(impl_->library);
    return;
  }
  // Threads, timers or lists of the host may still lead into the driver. So its memory stays, and
  // the host does not call it again.
  impl_->driver.die();
  end_calls_of(impl_->driver);
  static Mutex stuck_mutex;
  static sim::NeverDestroyed<std::vector<std::unique_ptr<Impl>>> stuck_drivers;
  const MutexHold hold(stuck_mutex);
  stuck_drivers->push_back(std::move(impl_));
}

Driver& LoadedDriver::driver() { return impl_->driver; }

void* LoadedDriver::symbol(const char* name) { return dlsym(impl_->library, name); }

NTSTATUS LoadedDriver::start() {
  Impl& impl = *impl_;
  if (impl.entry == nullptr)
    throw LoadError(fmt::format("'{}' has no DriverEntry to call", impl.driver.name()));
  impl.make_service_key();
  name_object(text_of(&impl.object_name.string()), &impl.driver.object());
  NTSTATUS status = STATUS_DRIVER_UNABLE_TO_LOAD;
  const bool returned = impl.driver.run("DriverEntry", [&] {
    status = impl.entry(&impl.driver.object(), &impl.registry_path.string());
  });
  if (!returned) status = STATUS_DRIVER_UNABLE_TO_LOAD;
  if (NT_SUCCESS(status)) {
    // A slot that the driver cleared refuses requests as well.
    for (PDRIVER_DISPATCH& dispatch : impl.driver.object().MajorFunction) {
      if (dispatch == nullptr) dispatch = refuse;
    }
    reinitialize(impl.driver);
    end_initialization_of_devices(impl.driver);
    impl.sections->discard_initialization();
  }
  drop_reinitialization(impl.driver);
  if (!NT_SUCCESS(status)) unname_object(&impl.driver.object());
  impl.state = NT_SUCCESS(status) ? Impl::State::kStarted : Impl::State::kFailed;
  return status;
}

void LoadedDriver::unload() {
  Impl& impl = *impl_;
  if (impl.state == Impl::State::kUnloaded) return;
  if (impl.state == Impl::State::kStarted && impl.driver.alive()) {
    rules::evaluated("N-067");
    if (const PDRIVER_UNLOAD unload = impl.driver.object().DriverUnload) {
      impl.driver.object().Flags |= DRVO_UNLOAD_INVOKED;
      impl.driver.run("DriverUnload", [&] { unload(&impl.driver.object()); });
    } else {
      rules::Stack where;
      // The address is one past the entry, like a return address, so that it resolves to the
      // routine's own line.
      where.pcs[where.depth++] = reinterpret_cast<const char*>(impl.entry) + 1;
      Breach("N-067", impl.driver)
          .message("DriverEntry succeeded without setting DriverObject->DriverUnload")
          .object("driver " + impl.driver.name())
          .stack("entry", where)
          .raise_later();
    }
  }
  impl.state = Impl::State::kUnloaded;
  unname_object(&impl.driver.object());
  impl.end_statics();
  // The calls of a dead driver are ended with it.
  if (impl.driver.alive()) wait_for_work_items_of(impl.driver);
  impl.raise_all_leaks();
}

}  // namespace drydock::nt
