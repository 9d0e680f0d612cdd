import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { PreviewDays } from '../../preview-links.ts';

const LIFETIMES: readonly { days: PreviewDays; label: string }[] = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
];

type LinkMakerProps = { isBusy: boolean; onMake: (days: PreviewDays) => void };

/** Makes a link, for a chosen time. */
export function LinkMaker({ isBusy, onMake }: LinkMakerProps) {
  const [days, setDays] = useState<PreviewDays>(7);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-32">
        <SelectField
          label="Valid for"
          value={days}
          onChange={(event) => setDays(Number(event.target.value) as PreviewDays)}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.label}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant="secondary"
        className="min-h-12"
        disabled={isBusy}
        onClick={() => onMake(days)}
      >
        <Link2 aria-hidden className="size-4" />
        Create link
      </Button>
    </div>
  );
}
