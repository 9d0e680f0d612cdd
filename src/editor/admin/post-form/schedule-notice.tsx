import { useNow } from '../../../admin/use-now.ts';
import { type Planned, schedule } from './schedule.ts';

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
