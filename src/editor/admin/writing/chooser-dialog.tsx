import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { stopPropagation, type useModal } from '../../../admin/use-modal.ts';
import { Button } from '../../../ui/button.tsx';

/** The look of a choice in the list. */
export const CHOICE =
  'flex min-h-11 w-full cursor-pointer flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2 py-2 text-left text-sm hover:bg-stone-tint';

type ChooserDialogProps = {
  modal: ReturnType<typeof useModal>;
  title: string;
  /** The label of the button that sends the form; undefined where there is nothing to choose. */
  action?: string | undefined;
  /** Whether there is nothing yet that the form could send. */
  isDisabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Fields, and a `ul` of buttons between which the arrow keys move. */
  children: ReactNode;
};

/** Asks for something to insert into the text: typed, or chosen from a list. */
export function ChooserDialog(props: ChooserDialogProps) {
  const { modal, title, action, isDisabled, onSubmit, onClose, children } = props;
  const { dialog, close } = modal;
  const titleId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  // A portal, since the caller is a form, and forms cannot be nested.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
      onSubmit={stopPropagation}
      onKeyDown={onKeyDown}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-paper p-5 text-ink backdrop:bg-paper/80 max-md:mt-4 md:p-6"
    >
      <h2 id={titleId} className="display pr-10 pb-4 text-2xl">
        {title}
      </h2>
      <form onSubmit={submit} noValidate>
        {children}
        <div className="mt-5 flex flex-wrap gap-2">
          {action === undefined ? null : (
            <Button type="submit" disabled={isDisabled}>
              {action}
            </Button>
          )}
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="icon-button absolute top-4 right-4"
      >
        <X aria-hidden strokeWidth={1.5} className="size-5" />
      </button>
    </dialog>,
    document.body,
  );
}

/** The arrow keys move from the first field into the list and back. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  event.stopPropagation();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const field = event.currentTarget.querySelector('input');
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('ul[aria-label] button')];
  const focused = document.activeElement;
  const from = buttons.findIndex((button) => button.isSameNode(focused));
  const isInList = from !== -1 || focused === field;
  if (step === undefined || !isInList || event.nativeEvent.isComposing) return;
  event.preventDefault();
  (buttons[from + step] ?? (from + step < 0 ? field : null))?.focus();
}
