// The chapters of the catalogue. Internal to src/rules.
//
// A chapter is one file, named by its number and subject, in the folder of its book: kernel,
// user_mode, streaming, executive or display. A row of it is a rule with all that belongs to it:
// what it demands, a lesson for the author of the code that broke it, and its tests. Rows are
// constant data: a chapter costs nothing until it is read. Threads: any.
#pragma once

#include <span>
#include <string_view>

#include "drydock/rules.h"

namespace drydock::rules {

using Chapter = std::span<const Rule>;
using ChapterOf = Chapter (*)();

std::span<const ChapterOf> chapters();

// A row names its tests by these functions.
consteval RuleTest provokes(std::string_view test) { return {TestRole::kProvokes, test}; }
consteval RuleTest stays_silent(std::string_view test) { return {TestRole::kStaysSilent, test}; }
consteval RuleTest proves(std::string_view test) { return {TestRole::kProves, test}; }

namespace kernel {
Chapter seeds();
Chapter handles();
Chapter miniport_start();
Chapter adapter_open();
Chapter process_objects();
Chapter devices();
Chapter create_allocation();
Chapter create_allocation_memory();
Chapter driver_allocations();
Chapter allocation_flags();
Chapter standard_allocations();
Chapter open_close();
Chapter sharing();
Chapter destruction();
Chapter lock();
Chapter offer();
Chapter residency();
Chapter paging_queues();
Chapter gpu_addresses();
Chapter segments();
Chapter paging_buffers();
Chapter contexts();
Chapter submission();
Chapter preemption();
Chapter interrupts();
Chapter handle_callbacks();
Chapter synchronization();
Chapter timeouts();
Chapter removal();
Chapter threading();
}  // namespace kernel

namespace streaming {
Chapter delete_allocator();
Chapter allocator_dispatch();
Chapter framing();
Chapter default_allocator();
Chapter allocator_object();
Chapter allocator_choice();
Chapter driver_load();
Chapter filters();
Chapter pins();
Chapter states();
Chapter stream_pointers();
Chapter processing();
Chapter frames_in_flight();
Chapter pipes();
Chapter mutexes();
Chapter object_bags();
Chapter automation();
Chapter plug_and_play();
Chapter stream_headers();
Chapter clocks();
Chapter dma_mappings();
Chapter video_memory();
}  // namespace streaming

namespace user_mode {
Chapter seeds();
Chapter handles();
Chapter bring_up();
Chapter create_resource();
Chapter allocate();
Chapter shared_resources();
Chapter flush();
Chapter render();
Chapter contexts();
Chapter lock();
Chapter lock_callback();
Chapter map();
Chapter destroy_resource();
Chapter destroy_device();
Chapter errors();
Chapter threading();
Chapter residency();
Chapter offer();
Chapter direct3d12();
}  // namespace user_mode

namespace executive {
Chapter pool();
Chapter irql();
Chapter waits();
Chapter locks();
Chapter leftovers();
Chapter memory();
Chapter ends();
}  // namespace executive

namespace display {
Chapter start();
Chapter monitors();
Chapter vidpn();
Chapter support();
Chapter recommendation();
Chapter enumeration();
Chapter commit();
Chapter flips();
Chapter display_only();
Chapter present();
Chapter pointer();
Chapter bug_check_screen();
Chapter primaries();
Chapter clients();
}  // namespace display

}  // namespace drydock::rules
