import { useEffect, useState } from 'react';
import { type Planned, schedule } from './schedule.ts';

const TICK_MS = 30_000;

/** When the post will appear. Screen readers announce a change of the plan, not of the remaining time. */
export function ScheduleNotice(planned: Planned) {
  const { text, distance } = schedule(planned, useNow());
  return (
    <p className="max-w-[60ch] border-teal border-l-2 pl-3 text-sm">
      <span aria-live="polite">{text}</span>
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
