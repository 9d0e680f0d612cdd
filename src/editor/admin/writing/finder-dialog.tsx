import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { AskingDialog } from '../../../admin/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const field = event.currentTarget.querySelector('input');
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('ul[aria-label] button')];
  const focused = document.activeElement;
  const from = buttons.findIndex((button) => button.isSameNode(focused));
  const isInList = buttons.length > 0 && (from !== -1 || focused === field);
  if (step === undefined || !isInList || event.nativeEvent.isComposing) return;
  event.preventDefault();
  (buttons[from + step] ?? (from + step < 0 ? field : null))?.focus();
}

type FinderDialogProps = ComponentProps<typeof AskingDialog> & {
  field: ComponentProps<typeof TextField>;
  status: string;
  found: Readonly<Record<string, readonly FoundItem[]>>;
};

export type FoundItem = { id: string; name: ReactNode; note: ReactNode; choose: () => void };

/** The children stand between the field and what it finds. */
export function FinderDialog({ field, status, found, children, ...dialog }: FinderDialogProps) {
  return (
    <AskingDialog onKeyDown={moveByArrows} {...dialog}>
      <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...field} />
      {children}
      <p role="status" className="mt-4 min-h-5 text-muted text-sm">
        {status}
      </p>
      {Object.entries(found).map(([name, items], index) => (
        <div key={name} hidden={items.length === 0}>
          {index === 0 ? null : (
            <p aria-hidden className="mt-4 text-muted text-sm">
              {name}
            </p>
          )}
          <ul aria-label={name} className="mt-1 divide-y divide-line">
            {items.map(({ id, name, note, choose }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={choose}
                  className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2 py-2 text-left text-sm hover:bg-stone-tint"
                >
                  <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
                  <span className="text-muted [overflow-wrap:anywhere]">{note}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </AskingDialog>
  );
}

/** "No posts match.", "1 post", "2 posts". */
export function foundLabel(count: number, noun: string): string {
  if (count === 0) return `No ${noun}s match.`;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

const TYPING_MS = 200;

/**
 * What words find, asked for when typing pauses; the last answer stays until another one comes.
 *
 * @param search resolves to undefined where there is no answer
 */
export function useSearch<Found>(
  q: string,
  search: (q: string, signal: AbortSignal) => Promise<Found | undefined>,
): { q: string; found: Found } | null {
  const [answer, setAnswer] = useState<{ q: string; found: Found } | null>(null);
  const ask = useEffectEvent(search);
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(q, left.signal);
      if (found !== undefined && !left.signal.aborted) setAnswer({ q, found });
    }, TYPING_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [q]);
  return answer;
}
