#include "src/sched/strand.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/sim/gate.h"

namespace drydock::sched {

Strand::Strand(std::function<sim::Time()> step) : service_("gpu scheduler", std::move(step)) {}

void Strand::wake() {
  woken_.store(true, std::memory_order_release);
  service_.wake();
}

void Strand::queue(Kind kind, Job job) {
  {
    const sim::Hold hold(lock_);
    (kind == Kind::kUrgent ? urgent_jobs_ : jobs_).push_back(std::move(job));
  }
  wake();
}

void Strand::queue_until_done(PatientJob job) {
  {
    const sim::Hold hold(lock_);
    patient_jobs_.push_back(std::move(job));
  }
  wake();
}

void Strand::run(Kind kind, const Job& job) {
  if (service_.is_me()) return job();
  sim::Completion done;
  queue(kind, [&] {
    job();
    done.complete();
  });
  done.wait();
}

std::vector<Strand::Job> Strand::take(Kind kind) {
  assert(is_here());
  const sim::Hold hold(lock_);
  return std::exchange(kind == Kind::kUrgent ? urgent_jobs_ : jobs_, {});
}

void Strand::run_urgent_jobs() {
  for (const Job& job : take(Kind::kUrgent)) job();
}

void Strand::run_jobs() {
  run_urgent_jobs();
  for (const Job& job : take(Kind::kInTurn)) job();
}

void Strand::run_patient_jobs() {
  assert(is_here());
  std::vector<PatientJob> jobs;
  {
    const sim::Hold hold(lock_);
    jobs.swap(patient_jobs_);
  }
  std::erase_if(jobs, [](const PatientJob& job) { return job(); });
  const sim::Hold hold(lock_);
  std::ranges::move(jobs, std::back_inserter(patient_jobs_));
}

}  // namespace drydock::sched
