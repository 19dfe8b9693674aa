import CBenchFloors

/// Nanoseconds that `body` takes.
@inline(__always)
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = bench_now()
    try body()
    return Double(bench_now() - start)
}

/// The median of the times that `batch` returns: a batch takes some ten microseconds, so most batches are not
/// interrupted.
@MainActor
func medianOfBatches(_ count: Int, _ batch: () -> Double) -> Double {
    var times: [Double] = []
    times.reserveCapacity(count)
    for _ in 0..<count { times.append(batch()) }
    return Distribution(times).median
}
