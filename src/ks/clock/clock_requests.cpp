// The file of a clock, the properties it answers and the events it offers.
#include <cstring>

#include "src/ks/automation/automation.h"
#include "src/ks/base/request.h"
#include "src/ks/clock/clock_marks.h"
#include "src/ks/object/header.h"
#include "src/nt/ob/object.h"

namespace drydock::ks {
namespace {

template <class T>
NTSTATUS answer_value(PIRP irp, void* data, const T& value) {
  return answer(irp, data, std::as_bytes(std::span(&value, 1)));
}

Clock& clock_of_irp(PIRP irp) { return *clock_of(IoGetCurrentIrpStackLocation(irp)->FileObject); }

NTSTATUS get_time(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  Clock& clock = clock_of_irp(irp);
  KSCORRELATED_TIME both{};
  switch (request->Id) {
    case KSPROPERTY_CLOCK_TIME:
      return answer_value(irp, data, clock.time());
    case KSPROPERTY_CLOCK_PHYSICALTIME:
      return answer_value(irp, data, clock.physical_time());
    case KSPROPERTY_CLOCK_CORRELATEDTIME:
      both.Time = clock.correlated_time(both.SystemTime);
      return answer_value(irp, data, both);
    default:
      both.Time = clock.correlated_physical_time(both.SystemTime);
      return answer_value(irp, data, both);
  }
}

NTSTATUS get_resolution(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return answer_value(irp, data, clock_of_irp(irp).resolution());
}

NTSTATUS get_clock_state(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return answer_value(irp, data, clock_of_irp(irp).state());
}

LONGLONG table_time(PFILE_OBJECT file) {
  const std::shared_ptr<Clock> clock = clock_of(file);
  return clock == nullptr ? 0 : clock->time();
}

LONGLONG table_physical_time(PFILE_OBJECT file) {
  const std::shared_ptr<Clock> clock = clock_of(file);
  return clock == nullptr ? 0 : clock->physical_time();
}

LONGLONG table_correlated(PFILE_OBJECT file, PLONGLONG system) {
  const std::shared_ptr<Clock> clock = clock_of(file);
  return clock == nullptr ? 0 : clock->correlated_time(*system);
}

LONGLONG table_correlated_physical(PFILE_OBJECT file, PLONGLONG system) {
  const std::shared_ptr<Clock> clock = clock_of(file);
  return clock == nullptr ? 0 : clock->correlated_physical_time(*system);
}

// Addresses of kernel code are no client's.
NTSTATUS get_clock_table(PIRP irp, PKSIDENTIFIER, PVOID data) {
  if (irp->RequestorMode != KernelMode) return STATUS_INVALID_DEVICE_REQUEST;
  const KSCLOCK_FUNCTIONTABLE table{table_time, table_physical_time, table_correlated,
                                    table_correlated_physical};
  return answer_value(irp, data, table);
}

const KSPROPERTY_ITEM kItems[] = {
    KS_GET_ITEM_(KSPROPERTY_CLOCK_TIME, get_time, sizeof(KSPROPERTY), sizeof(LONGLONG)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_PHYSICALTIME, get_time, sizeof(KSPROPERTY), sizeof(LONGLONG)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_CORRELATEDTIME, get_time, sizeof(KSPROPERTY),
                 sizeof(KSCORRELATED_TIME)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_CORRELATEDPHYSICALTIME, get_time, sizeof(KSPROPERTY),
                 sizeof(KSCORRELATED_TIME)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_RESOLUTION, get_resolution, sizeof(KSPROPERTY),
                 sizeof(KSRESOLUTION)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_STATE, get_clock_state, sizeof(KSPROPERTY), sizeof(KSSTATE)),
    KS_GET_ITEM_(KSPROPERTY_CLOCK_FUNCTIONTABLE, get_clock_table, sizeof(KSPROPERTY),
                 sizeof(KSCLOCK_FUNCTIONTABLE)),
};
const KSPROPERTY_SET kClockPropertySets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Clock, SIZEOF_ARRAY(kItems), kItems, 0, nullptr),
};

ClockMarks* marks_of(PFILE_OBJECT file);

ClockMarks& marks_of_irp(PIRP irp) {
  return *marks_of(IoGetCurrentIrpStackLocation(irp)->FileObject);
}

NTSTATUS add_interval(PIRP irp, PKSEVENTDATA data, PKSEVENT_ENTRY entry) {
  KSEVENT_TIME_INTERVAL wanted;
  std::memcpy(&wanted, data, sizeof wanted);
  return marks_of_irp(irp).add_interval(wanted, entry);
}

NTSTATUS add_position(PIRP irp, PKSEVENTDATA data, PKSEVENT_ENTRY entry) {
  KSEVENT_TIME_MARK wanted;
  std::memcpy(&wanted, data, sizeof wanted);
  return marks_of_irp(irp).add_position(wanted, entry);
}

const KSEVENT_ITEM kClockEvents[] = {
    DEFINE_KSEVENT_ITEM(KSEVENT_CLOCK_INTERVAL_MARK, sizeof(KSEVENT_TIME_INTERVAL), size_of_mark(),
                        add_interval, nullptr, nullptr),
    DEFINE_KSEVENT_ITEM(KSEVENT_CLOCK_POSITION_MARK, sizeof(KSEVENT_TIME_MARK), size_of_mark(),
                        add_position, nullptr, nullptr),
};
const KSEVENT_SET kClockEventSets[] = {
    DEFINE_KSEVENT_SET(&KSEVENTSETID_Clock, SIZEOF_ARRAY(kClockEvents), kClockEvents),
};
const KSAUTOMATION_TABLE kClockTable = {DEFINE_KSAUTOMATION_PROPERTIES(kClockPropertySets),
                                        DEFINE_KSAUTOMATION_METHODS_NULL,
                                        DEFINE_KSAUTOMATION_EVENTS(kClockEventSets)};

class ClockTarget final : public Target {
 public:
  explicit ClockTarget(std::shared_ptr<Clock> clock)
      : marks_(std::make_shared<ClockMarks>(std::move(clock))) {}
  NTSTATUS control(PIRP irp) override {
    return finish(irp, handle_request(irp, kClockTable, marks_->events(), {}));
  }
  NTSTATUS cleanup(PIRP irp) override {
    marks_->events().free_all(nullptr);
    return finish(irp, STATUS_SUCCESS);
  }
  NTSTATUS close(PIRP irp) override {
    detach_target(IoGetCurrentIrpStackLocation(irp)->FileObject);
    return finish(irp, STATUS_SUCCESS);
  }
  ClockMarks& marks() const { return *marks_; }

 private:
  const std::shared_ptr<ClockMarks> marks_;
};

ClockMarks* marks_of(PFILE_OBJECT file) {
  if (nt::type_of_object(file) != &nt::file_type) return nullptr;
  ObjectHeader* header = header_of(file);
  auto* target = header == nullptr ? nullptr : dynamic_cast<ClockTarget*>(header->target.get());
  return target == nullptr ? nullptr : &target->marks();
}

}  // namespace

void attach_clock(PIRP irp, std::shared_ptr<Clock> clock) {
  attach_target(irp, std::make_shared<ClockTarget>(std::move(clock)));
}

std::shared_ptr<Clock> clock_of(PFILE_OBJECT file) {
  const ClockMarks* marks = marks_of(file);
  return marks == nullptr ? nullptr : marks->clock();
}

}  // namespace drydock::ks
