// The functions of higher rooms that each lower room calls. src/nt/base/listeners.h explains the
// tables.
#include "src/nt/base/listeners.h"

#include "src/nt/driver/listeners.h"
#include "src/nt/io/irp.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/nt/mm/read_only_pages.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/ob/system_thread.h"
#include "src/nt/pool/listeners.h"
#include "src/nt/pool/pool.h"
#include "src/nt/races/races.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/listeners.h"
#include "src/nt/time/dpc.h"
#include "src/nt/watch/irql_rules.h"
#include "src/nt/watch/listeners.h"

namespace drydock::nt {
namespace {

std::optional<std::string> describe_address(const void* address) {
  if (auto text = describe_pool_address(address)) return text;
  if (!rule_of_borrowed_page(address)) return std::nullopt;
  return std::string();  // known, but there is nothing to say of it
}

std::optional<rules::RuleId> rule_of_access(const void* address) {
  const std::optional<rules::RuleId> rule = pool_rule_broken_at(address);
  return rule ? rule : rule_of_borrowed_page(address);
}

}  // namespace

constinit const BaseListeners base_listeners{.irql_too_high = raise_irql_too_high,
                                             .irql_above_advice = lint_irql_above_advice,
                                             .irql_too_low = raise_irql_too_low,
                                             .processor_falls = run_dpcs_of,
                                             .wait_for_dpcs_of = wait_for_dpcs_of,
                                             .section_ends = end_dpc_section};

constinit const WatchListeners watch_listeners{.object_lies_at = mark_object_in_pool};

constinit const DriverListeners driver_listeners{.resume_user_copy = resume_user_copy,
                                                 .describe_address = describe_address,
                                                 .rule_of_access = rule_of_access,
                                                 .rule_of_write = rule_of_read_only_page,
                                                 .lock_is_left = free_cancel_lock,
                                                 .release_waits = release_waits_of};

constinit const SyncListeners sync_listeners{.object_of = thread_object_of, .boost = boost_thread};

constinit const PoolListeners pool_listeners{.remove_accesses = races::remove};

}  // namespace drydock::nt
