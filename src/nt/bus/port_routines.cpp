// READ_PORT_…, WRITE_PORT_…, READ_REGISTER_… and WRITE_REGISTER_….
//
// Each access is a switch point: a driver that polls a register lets the device, and every other
// thread, go on.
#include <atomic>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/io_space.h"
#include "src/nt/bus/port.h"
#include "src/sim/schedule.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

std::atomic<void (*)()> write_listener = nullptr;

}  // namespace

void drydock::nt::on_device_write(void (*listener)()) { write_listener.store(listener); }

void drydock::nt::note_device_write() {
  if (const auto listener = write_listener.load(std::memory_order_relaxed)) listener();
}

namespace {

template <typename T>
T load(const volatile T* address) {
  sim::switch_point();
  std::uint64_t value = 0;
  if (observe_read(address, sizeof(T), value)) return static_cast<T>(value);
  return *address;
}

template <typename T>
void store(volatile T* address, T value) {
  note_device_write();
  if (!observe_write(address, sizeof(T), value)) *address = value;
  sim::switch_point();
}

// The processor may not move other accesses across a register's.
template <typename T>
T read_register(const volatile T* address) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return load(address);
}

template <typename T>
void write_register(volatile T* address, T value) {
  store(address, value);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

template <typename T>
void read_registers(const volatile T* address, T* buffer, ULONG count) {
  for (ULONG i = 0; i < count; ++i) buffer[i] = read_register(address + i);
}

template <typename T>
void write_registers(volatile T* address, const T* buffer, ULONG count) {
  for (ULONG i = 0; i < count; ++i) write_register(address + i, buffer[i]);
}

// A port is a number below 64 K. A device whose ports the bus maps into memory gives the driver an
// address instead.
template <typename T>
T input(const T* port) {
  const auto at = reinterpret_cast<ULONG_PTR>(port);
  if (at >= kPorts) return read_register<T>(port);
  sim::switch_point();
  return static_cast<T>(read_port(static_cast<std::uint32_t>(at), sizeof(T)));
}

template <typename T>
void output(T* port, T value) {
  const auto at = reinterpret_cast<ULONG_PTR>(port);
  if (at >= kPorts) {
    write_register<T>(port, value);
    return;
  }
  note_device_write();
  write_port(static_cast<std::uint32_t>(at), sizeof(T), value);
  sim::switch_point();
}

// Strings of values go through the one port.
template <typename T>
void input_string(const T* port, T* buffer, ULONG count) {
  for (ULONG i = 0; i < count; ++i) buffer[i] = input(port);
}

template <typename T>
void output_string(T* port, const T* buffer, ULONG count) {
  for (ULONG i = 0; i < count; ++i) output(port, buffer[i]);
}

}  // namespace

extern "C" {

#define PORT_ROUTINES(NAME, TYPE)                                         \
  TYPE READ_PORT_##NAME(TYPE* Port) { return input(Port); }               \
  VOID WRITE_PORT_##NAME(TYPE* Port, TYPE Value) { output(Port, Value); } \
  VOID READ_PORT_BUFFER_##NAME(TYPE* Port, TYPE* Buffer, ULONG Count) {   \
    input_string(Port, Buffer, Count);                                    \
  }                                                                       \
  VOID WRITE_PORT_BUFFER_##NAME(TYPE* Port, TYPE* Buffer, ULONG Count) {  \
    output_string(Port, Buffer, Count);                                   \
  }

#define REGISTER_ROUTINES(NAME, TYPE)                                                             \
  TYPE READ_REGISTER_##NAME(volatile TYPE* Register) { return read_register(Register); }          \
  VOID WRITE_REGISTER_##NAME(volatile TYPE* Register, TYPE Value) {                               \
    write_register(Register, Value);                                                              \
  }                                                                                               \
  VOID READ_REGISTER_BUFFER_##NAME(volatile TYPE* Register, TYPE* Buffer, ULONG Count) {          \
    read_registers(Register, Buffer, Count);                                                      \
  }                                                                                               \
  VOID WRITE_REGISTER_BUFFER_##NAME(volatile TYPE* Register, TYPE* Buffer, ULONG Count) {         \
    write_registers(Register, Buffer, Count);                                                     \
  }                                                                                               \
  TYPE READ_REGISTER_NOFENCE_##NAME(volatile TYPE* Register) { return load(Register); }           \
  VOID WRITE_REGISTER_NOFENCE_##NAME(volatile TYPE* Register, TYPE Value) {                       \
    store(Register, Value);                                                                       \
  }                                                                                               \
  VOID READ_REGISTER_NOFENCE_BUFFER_##NAME(volatile TYPE* Register, TYPE* Buffer, ULONG Count) {  \
    read_registers(Register, Buffer, Count);                                                      \
  }                                                                                               \
  VOID WRITE_REGISTER_NOFENCE_BUFFER_##NAME(volatile TYPE* Register, TYPE* Buffer, ULONG Count) { \
    write_registers(Register, Buffer, Count);                                                     \
  }

PORT_ROUTINES(UCHAR, UCHAR)
PORT_ROUTINES(USHORT, USHORT)
PORT_ROUTINES(ULONG, ULONG)

REGISTER_ROUTINES(UCHAR, UCHAR)
REGISTER_ROUTINES(USHORT, USHORT)
REGISTER_ROUTINES(ULONG, ULONG)
REGISTER_ROUTINES(ULONG64, ULONG64)

#undef PORT_ROUTINES
#undef REGISTER_ROUTINES

}  // extern "C"
