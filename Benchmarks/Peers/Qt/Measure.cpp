#include "Measure.h"

double medianOfBatches(size_t count, const std::function<int64_t()> &batch) {
    std::vector<double> times;
    times.reserve(count);
    for (size_t index = 0; index < count; index++) times.push_back(static_cast<double>(batch()));
    return peer_quantile(times.data(), times.size(), 0.5);
}

void reportPercentiles(peer_run *run, std::vector<double> &latencies) {
    peer_sample(run, "p50", "us", peer_quantile(latencies.data(), latencies.size(), 0.5) / 1000);
    peer_sample(run, "p99", "us", peer_quantile(latencies.data(), latencies.size(), 0.99) / 1000);
}
