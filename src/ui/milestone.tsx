import { Badge, type Tone } from './badge.tsx';

const TONES: Record<string, Tone> = { upcoming: 'amber', done: 'teal' };

export function MilestoneBadge({ status, label }: { status: string; label: string }) {
  return <Badge tone={TONES[status] ?? 'stone'}>{label}</Badge>;
}

export function MilestoneDot({ status, className }: { status: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute size-2.5 rounded-full border ${status === 'done' ? 'border-teal bg-teal' : 'border-ink bg-paper'} ${className}`}
    />
  );
}
