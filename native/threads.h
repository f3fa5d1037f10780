// A pass over a batch, on this thread and some more. Apart from core/, because threads throw where they cannot start.
#ifndef HARMONY_WIRE_THREADS_H_
#define HARMONY_WIRE_THREADS_H_

#include <system_error>
#include <thread>
#include <vector>

#include "core/batch.h"

namespace harmony {

// Returns when all of them are through. A thread that cannot start leaves its share to the others.
inline Status work_off(Pass& pass, size_t threads) {
  std::vector<std::thread> others;
  try {
    for (size_t worker = 1; worker < threads; worker++) {
      others.emplace_back([&pass, worker] { pass.work(worker); });
    }
  } catch (const std::system_error&) {
    // Fewer threads, then.
  }
  pass.work(0);
  for (std::thread& other : others) other.join();
  return pass.status();
}

}  // namespace harmony

#endif  // HARMONY_WIRE_THREADS_H_
