// How a run is measured, as responder-bench's own contenders are.
#pragma once

#include "peer.h"

#include <functional>
#include <vector>

/// The median of the nanoseconds that the batches return.
double medianOfBatches(size_t count, const std::function<int64_t()> &batch);

/// Nanoseconds that `body` takes.
template <typename Body> int64_t nanoseconds(Body &&body) {
    const int64_t start = peer_now();
    body();
    return peer_now() - start;
}

/// Reports the median and the 99th percentile of latencies in nanoseconds.
void reportPercentiles(peer_run *run, std::vector<double> &latencies);
