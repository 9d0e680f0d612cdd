import type { ReactNode } from 'react';

export type Tone = 'teal' | 'amber' | 'stone' | 'danger';

const TONES: Record<Tone, string> = {
  teal: 'bg-teal/8 text-teal',
  amber: 'bg-amber-tint text-amber',
  stone: 'bg-stone-tint text-stone',
  danger: 'bg-danger-tint text-danger',
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-xs ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
