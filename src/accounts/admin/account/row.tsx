import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';

type RowProps = {
  title: string;
  badges?: (string | false | null)[];
  details: ReactNode;
  children?: ReactNode;
};

const TONES: Record<string, 'teal' | 'amber'> = {
  You: 'teal',
  'This session': 'teal',
  Invited: 'amber',
  Expired: 'amber',
};

export function Row({ title, badges = [], details, children }: RowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-base">
          {title}
          {badges.map(
            (badge) =>
              badge && (
                <Badge key={badge} tone={TONES[badge] ?? 'stone'}>
                  {badge}
                </Badge>
              ),
          )}
        </p>
        <p className="mt-1 max-w-[60ch] text-muted">{details}</p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  );
}
