import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { Dialog } from '../../../admin/dialog.tsx';
import { Button } from '../../../ui/button.tsx';

/** The look of a choice in the list. */
export const CHOICE =
  'flex min-h-11 w-full cursor-pointer flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2 py-2 text-left text-sm hover:bg-stone-tint';

type ChooserDialogProps = {
  title: string;
  width?: ComponentProps<typeof Dialog>['width'];
  /** The label of the button that sends the form; undefined where there is nothing to choose. */
  action?: string | undefined;
  /** Whether there is nothing yet that the form could send. */
  isDisabled?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  /** Fields, and a `ul` of buttons between which the arrow keys move. */
  children: ReactNode;
};

/** Asks for something to insert into the text: typed, or chosen from a list. */
export function ChooserDialog(props: ChooserDialogProps) {
  const { title, width = 'medium', action, isDisabled, onSubmit, onCancel, children } = props;

  return (
    <Dialog title={title} width={width} hasCloseButton onCancel={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={moveByArrows}
        noValidate
        className="pt-4"
      >
        {children}
        <div className="sticky -bottom-6 -mx-6 -mb-6 mt-2 flex flex-wrap gap-2 bg-paper px-6 py-4">
          {action === undefined ? null : (
            <Button type="submit" disabled={isDisabled}>
              {action}
            </Button>
          )}
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The arrow keys move from the first field into the list and back. */
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
