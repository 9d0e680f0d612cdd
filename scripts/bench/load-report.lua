-- wrk's counts as one line of JSON that load.ts reads. Times are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"bytes":%d,"duration":%d,"p99":%d,"unexpected":%d,"failed":%d}\n',
    summary.requests, summary.bytes, summary.duration, latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
