#include "src/ks/device/factory.h"

#include <fmt/format.h>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/base/undisturbed.h"
#include "src/ks/description/descriptor.h"
#include "src/ks/description/entry_points.h"
#include "src/nt/ob/object_names.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

NTSTATUS create_filter(PDEVICE_OBJECT, PIRP irp) {
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  const std::shared_ptr<Factory> factory = object_as<Factory>(item->Context, "filter create");
  if (factory == nullptr) return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  return factory->device().open_filter(*factory, irp);
}

std::u16string text_of_guid(const GUID& guid) {
  const auto* d = guid.Data4;
  return nt::from_utf8(fmt::format(
      "{{{:08X}-{:04X}-{:04X}-{:02X}{:02X}-{:02X}{:02X}{:02X}{:02X}{:02X}{:02X}}}", guid.Data1,
      guid.Data2, guid.Data3, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]));
}

UNICODE_STRING counted(std::u16string& text) {
  const auto bytes = static_cast<USHORT>(text.size() * sizeof(WCHAR));
  return {bytes, bytes, reinterpret_cast<PWCH>(text.data())};
}

}  // namespace

Factory::Factory(Device& device, const KSFILTER_DESCRIPTOR* descriptor, FactoryOptions options)
    : Object(Kind::kFactory, &face_, device.shared_from_this(), device.driver(),
             device.bag_items()),
      device_(device),
      options_(std::move(options)) {
  face_.FilterDescriptor = descriptor;
  face_.Bag = bag().face();
  face_.Context = device.face().Context;
}

Factory::~Factory() {
  undisturbed([this] { withdraw(); });
}

// S-094: clients never find a factory that was made late and not enabled.
void Factory::check_enabled() const {
  if (options_.late && !links_.empty() &&
      rules::breaks("S-094",
                    interfaces_.load(std::memory_order_relaxed) == Interfaces::kNeverEnabled)) {
    breach("S-094", "a factory made after PostStart was never enabled").raise_later();
  }
}

void Factory::withdraw() {
  enable_interfaces(false);
  for (UNICODE_STRING& link : links_) RtlFreeUnicodeString(&link);
  links_.clear();
}

std::string Factory::describe() const { return "filter factory " + nt::to_utf8(reference()); }

NTSTATUS Factory::make(Device& device, const KSFILTER_DESCRIPTOR* descriptor,
                       const FactoryOptions& options, std::shared_ptr<Factory>& made) {
  if (descriptor == nullptr || !check_filter(*descriptor)) return STATUS_INVALID_PARAMETER;
  note_entry_points(*descriptor);
  FactoryOptions named = options;
  if (named.reference.empty()) {
    if (descriptor->ReferenceGuid == nullptr) return STATUS_INVALID_PARAMETER;
    named.reference = text_of_guid(*descriptor->ReferenceGuid);
  }
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  const std::shared_ptr<Factory> factory(new Factory(device, descriptor, named));
  NTSTATUS status = factory->register_interfaces();
  if (NT_SUCCESS(status)) status = factory->add_item(named);
  if (!NT_SUCCESS(status)) return status;
  factory->publish();
  device.add_child(factory);
  made = factory;
  return STATUS_SUCCESS;
}

NTSTATUS Factory::add_item(const FactoryOptions& options) {
  auto item = make_item(options.reference, create_filter, &face_, options.item_flags);
  item->face.SecurityDescriptor = options.security;
  return device_.header().items.add(std::move(item));
}

NTSTATUS Factory::register_interfaces() {
  const KSFILTER_DESCRIPTOR& descriptor = *face_.FilterDescriptor;
  std::u16string text = options_.reference;
  for (ULONG i = 0; i < descriptor.CategoriesCount; ++i) {
    UNICODE_STRING reference = counted(text);
    UNICODE_STRING link{};
    const NTSTATUS status = IoRegisterDeviceInterface(device_.face().PhysicalDeviceObject,
                                                      &descriptor.Categories[i], &reference, &link);
    if (!NT_SUCCESS(status)) return status;
    links_.push_back(link);
  }
  return STATUS_SUCCESS;
}

void Factory::notify_power(DEVICE_POWER_STATE to, bool sleeps) {
  if (const PFNKSFILTERFACTORYPOWER callback = sleeps ? options_.sleep : options_.wake) {
    const char* const where = sleeps ? "factory's Sleep callback" : "factory's Wake callback";
    call(where,
         [&] { trace::recorded_call(where, callback, "PFNKSFILTERFACTORYPOWER")(&face_, to); });
  }
  Object::notify_power(to, sleeps);
}

NTSTATUS Factory::enable_interfaces(bool enabled) {
  const Interfaces to = enabled ? Interfaces::kEnabled : Interfaces::kDisabled;
  Interfaces from = interfaces_.load(std::memory_order_relaxed);
  do {
    if (enabled == (from == Interfaces::kEnabled)) return STATUS_SUCCESS;
  } while (!interfaces_.compare_exchange_weak(from, to, std::memory_order_relaxed));
  NTSTATUS status = STATUS_SUCCESS;
  for (UNICODE_STRING& link : links_) {
    const NTSTATUS one = IoSetDeviceInterfaceState(&link, enabled);
    if (!NT_SUCCESS(one)) status = one;
  }
  return status;
}

PUNICODE_STRING Factory::symbolic_link() { return links_.empty() ? nullptr : &links_.front(); }

}  // namespace drydock::ks
