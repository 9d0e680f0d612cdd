import { useEffect, useState } from 'react';
import { type Planned, schedule } from './schedule.ts';

const TICK_MS = 30_000;

/** When the post will appear, as the form stands; a change is read out, the passing of time is not. */
export function ScheduleNotice(planned: Planned) {
  const { words, distance } = schedule(planned, useNow());
  return (
    <p className="max-w-[60ch] border-teal border-l-2 pl-3 text-sm">
      <span aria-live="polite">{words}</span>
      {distance === null ? null : <span className="text-muted"> {distance}</span>}
    </p>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
