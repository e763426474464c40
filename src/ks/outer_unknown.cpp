#include "src/ks/outer_unknown.h"

#include <atomic>

#include "src/ks/device.h"
#include "src/ks/filter.h"
#include "src/ks/pin.h"
#include "src/ks/undisturbed.h"
#include "src/nt/base/thread.h"

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
    // Without an identifier the event that the data enabled is disabled.
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

class Functions final : public IKsDeviceFunctions {
 public:
  explicit Functions(Unknown& outer) : outer_(outer) {}
  virtual ~Functions() = default;
  HRESULT QueryInterface(REFIID id, PVOID* out) override;
  ULONG AddRef() override { return counted_.add(); }
  ULONG Release() override { return counted_.release(); }
  NTSTATUS RegisterAdapterObjectEx(PADAPTER_OBJECT adapter, PDEVICE_DESCRIPTION, ULONG,
                                   ULONG most_bytes, ULONG stride) override;

 private:
  Unknown& outer_;
  Counted counted_;
};

// An object of a driver's, whose class has no type information for the sanitizer to look at.
#define OF_A_DRIVER __attribute__((no_sanitize("vptr")))
OF_A_DRIVER void keep(PUNKNOWN client) { client->AddRef(); }
OF_A_DRIVER void let_go(PUNKNOWN client) { client->Release(); }
OF_A_DRIVER HRESULT query(PUNKNOWN client, REFIID id, PVOID* out) {
  return client->QueryInterface(id, out);
}
#undef OF_A_DRIVER

class Unknown final : public IUnknown, public OuterUnknown {
 public:
  explicit Unknown(Object& object) : object_(object), control_(*this), functions_(*this) {}
  // The driver's unknown is released when the object goes.
  ~Unknown() override {
    const PUNKNOWN client = client_.load();
    if (client == nullptr) return;
    undisturbed([&] { object_.driver().run("aggregated unknown", [&] { let_go(client); }); });
  }

  PUNKNOWN face() override { return this; }
  PUNKNOWN aggregate(PUNKNOWN client) override {
    if (client != nullptr) keep(client);
    if (const PUNKNOWN old = client_.exchange(client)) let_go(old);
    return this;
  }
  Object& object() { return object_; }

  HRESULT QueryInterface(REFIID id, PVOID* out) override {
    *out = nullptr;
    if (same(id, IID_IUnknown)) return give(static_cast<IUnknown*>(this), out);
    const bool file = object_.kind() == Kind::kFilter || object_.kind() == Kind::kPin;
    if (same(id, IID_IKsControl) && file) return give(&control_, out);
    if (same(id, IID_IKsDeviceFunctions) && object_.kind() == Kind::kDevice) {
      return give(&functions_, out);
    }
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
  Functions functions_;
  Counted counted_;
  std::atomic<PUNKNOWN> client_ = nullptr;
};

HRESULT Control::QueryInterface(REFIID id, PVOID* out) { return outer_.QueryInterface(id, out); }
HRESULT Functions::QueryInterface(REFIID id, PVOID* out) { return outer_.QueryInterface(id, out); }

NTSTATUS Control::send(ULONG code, void* in, ULONG in_size, void* out, ULONG out_size,
                       ULONG* returned) {
  Object& object = outer_.object();
  const PFILE_OBJECT file = object.kind() == Kind::kPin ? static_cast<Pin&>(object).file()
                                                        : static_cast<Filter&>(object).file();
  return KsSynchronousIoControlDevice(file, KernelMode, code, in, in_size, out, out_size, returned);
}

NTSTATUS Functions::RegisterAdapterObjectEx(PADAPTER_OBJECT adapter, PDEVICE_DESCRIPTION, ULONG,
                                            ULONG most_bytes, ULONG stride) {
  auto& device = static_cast<Device&>(outer_.object());
  KsDeviceRegisterAdapterObject(&device.face(), adapter, most_bytes, stride);
  return device.mapper().registered() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

std::unique_ptr<OuterUnknown> make_unknown(Object& object) {
  return std::make_unique<Unknown>(object);
}

}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" PUNKNOWN KsRegisterAggregatedClientUnknown(PVOID Object_, PUNKNOWN ClientUnknown) {
  const auto object = object_of(Object_, "KsRegisterAggregatedClientUnknown");
  return object == nullptr ? nullptr : object->outer_unknown().aggregate(ClientUnknown);
}

extern "C" PUNKNOWN KsGetOuterUnknown(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetOuterUnknown");
  return object == nullptr ? nullptr : object->outer_unknown().face();
}

extern "C" NTSTATUS KsPinGetConnectedPinInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                  PVOID* Interface) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPinGetConnectedPinInterface");
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedPinInterface");
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr) return STATUS_UNSUCCESSFUL;
  return peer->outer_unknown().face()->QueryInterface(*InterfaceId, Interface);
}

extern "C" NTSTATUS KsPinGetConnectedFilterInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                     PVOID* Interface) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPinGetConnectedFilterInterface");
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedFilterInterface");
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr) return STATUS_UNSUCCESSFUL;
  return peer->filter().outer_unknown().face()->QueryInterface(*InterfaceId, Interface);
}
