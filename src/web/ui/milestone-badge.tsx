import { Badge, type Tone } from './badge.tsx';

const TONES: Record<string, Tone> = { upcoming: 'amber', done: 'teal' };

/** How far a milestone has come; a status that is not known looks like a planned one. */
export function MilestoneBadge({ status, label }: { status: string; label: string }) {
  return <Badge tone={TONES[status] ?? 'stone'}>{label}</Badge>;
}
