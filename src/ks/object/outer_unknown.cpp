#include "src/ks/object/outer_unknown.h"

#include <atomic>

#include "src/ks/base/undisturbed.h"
#include "src/ks/object/object.h"

namespace drydock::ks {
namespace {

// The life of all faces is the object's; references are only counted.
class Counted {
 public:
  ULONG add() { return ++references_; }
  ULONG release() { return --references_; }

 private:
  std::atomic<ULONG> references_ = 1;
};

class Unknown;

// Requests to the file of a filter or pin, from kernel mode.
class Control final : public IKsControl {
 public:
  explicit Control(Unknown& outer) : outer_(outer) {}
  virtual ~Control() = default;
  HRESULT QueryInterface(REFIID id, PVOID* out) override;
  ULONG AddRef() override { return counted_.add(); }
  ULONG Release() override { return counted_.release(); }
  NTSTATUS KsProperty(PKSPROPERTY property, ULONG length, PVOID data, ULONG data_length,
                      ULONG* returned) override {
    return send(IOCTL_KS_PROPERTY, property, length, data, data_length, returned);
  }
  NTSTATUS KsMethod(PKSMETHOD method, ULONG length, PVOID data, ULONG data_length,
                    ULONG* returned) override {
    return send(IOCTL_KS_METHOD, method, length, data, data_length, returned);
  }
  NTSTATUS KsEvent(PKSEVENT event, ULONG length, PVOID data, ULONG data_length,
                   ULONG* returned) override {
    // A request without an identifier disables the event that the data enabled.
    if (event != nullptr) {
      return send(IOCTL_KS_ENABLE_EVENT, event, length, data, data_length, returned);
    }
    return send(IOCTL_KS_DISABLE_EVENT, data, data_length, nullptr, 0, returned);
  }

 private:
  NTSTATUS send(ULONG code, void* in, ULONG in_size, void* out, ULONG out_size, ULONG* returned);

  Unknown& outer_;
  Counted counted_;
};

// An object of a driver's, whose class has no type information for the sanitizer to look at.
#define OF_A_DRIVER __attribute__((no_sanitize("vptr")))
OF_A_DRIVER void keep(PUNKNOWN client) { client->AddRef(); }
OF_A_DRIVER void release_unknown(PUNKNOWN client) { client->Release(); }
OF_A_DRIVER HRESULT query(PUNKNOWN client, REFIID id, PVOID* out) {
  return client->QueryInterface(id, out);
}
#undef OF_A_DRIVER

class Unknown final : public IUnknown, public OuterUnknown {
 public:
  explicit Unknown(Object& object) : object_(object), control_(*this) {}
  // Releases the driver's unknown.
  ~Unknown() override {
    const PUNKNOWN client = client_.load();
    if (client == nullptr) return;
    undisturbed(
        [&] { object_.driver().run("aggregated unknown", [&] { release_unknown(client); }); });
  }

  PUNKNOWN face() override { return this; }
  PUNKNOWN aggregate(PUNKNOWN client) override {
    if (client != nullptr) keep(client);
    if (const PUNKNOWN old = client_.exchange(client)) release_unknown(old);
    return this;
  }
  Object& object() { return object_; }

  HRESULT QueryInterface(REFIID id, PVOID* out) override {
    *out = nullptr;
    if (same(id, IID_IUnknown)) return give(static_cast<IUnknown*>(this), out);
    if (same(id, IID_IKsControl) && object_.file() != nullptr) return give(&control_, out);
    *out = object_.find_interface(id);
    if (*out != nullptr) return STATUS_SUCCESS;
    const PUNKNOWN client = client_.load();
    return client == nullptr ? STATUS_NOINTERFACE : query(client, id, out);
  }
  ULONG AddRef() override { return counted_.add(); }
  ULONG Release() override { return counted_.release(); }

 private:
  template <class Face>
  static HRESULT give(Face* face, PVOID* out) {
    face->AddRef();
    *out = face;
    return STATUS_SUCCESS;
  }

  Object& object_;
  Control control_;
  Counted counted_;
  std::atomic<PUNKNOWN> client_ = nullptr;
};

HRESULT Control::QueryInterface(REFIID id, PVOID* out) { return outer_.QueryInterface(id, out); }

NTSTATUS Control::send(ULONG code, void* in, ULONG in_size, void* out, ULONG out_size,
                       ULONG* returned) {
  return KsSynchronousIoControlDevice(outer_.object().file(), KernelMode, code, in, in_size, out,
                                      out_size, returned);
}

}  // namespace

std::unique_ptr<OuterUnknown> make_unknown(Object& object) {
  return std::make_unique<Unknown>(object);
}

}  // namespace drydock::ks
