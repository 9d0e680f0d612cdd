-- wrk's counts as one line of JSON that load.ts reads. wrk gives times in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"bytes":%d,"seconds":%f,"p99":%f,"unexpected":%d,"failed":%d}\n',
    summary.requests, summary.bytes, summary.duration / 1e6, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
