import { X } from 'lucide-react';
import {
  type KeyboardEventHandler,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../ui/button.tsx';

const WIDTHS = {
  narrow: 'w-[min(28rem,calc(100vw-2rem))]',
  medium: 'w-[min(32rem,calc(100vw-2rem))]',
  large: 'w-[min(40rem,calc(100vw-2rem))]',
  wide: 'w-[min(56rem,calc(100vw-2rem))]',
};

const FIELD = ':is(input, select, textarea):not([hidden], [readonly], :disabled)';

type DialogProps = {
  title: ReactNode;
  width?: keyof typeof WIDTHS;
  /** Called by Escape and by the button that closes; the owner may ask first. */
  onCancel: () => void;
  hasCloseButton?: boolean;
  children: ReactNode;
  footer?: ReactNode;
};

/**
 * A modal dialog, open while it is rendered; also within a form. A caller that changes a text field removes the
 * dialog first (`flushSync`): that restores focus and caret.
 */
export function Dialog(props: DialogProps) {
  const { title, width = 'narrow', onCancel, hasCloseButton = false, children, footer } = props;
  const dialog = useModal();
  const titleId = useId();
  // A portal, since forms cannot be nested.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input and a dialog within this one send the event, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCancel();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close a dialog themselves at a second Escape, also if its owner has asked and stays.
        if (target === currentTarget && !currentTarget.open) currentTarget.showModal();
      }}
      onSubmit={stopPropagation}
      onKeyDown={stopPropagation}
      className={`m-auto max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-card border border-line bg-surface text-ink backdrop:bg-[rgb(7_19_26/50%)] open:flex max-md:has-[input,select,textarea]:mt-4 ${WIDTHS[width]}`}
    >
      <h2
        id={titleId}
        className={`display px-6 pt-6 text-xl [overflow-wrap:anywhere] ${hasCloseButton ? 'pr-16' : ''} ${footer === undefined ? '' : 'border-line border-b pb-4'}`}
      >
        {title}
      </h2>
      <div className="min-h-0 scroll-pb-6 overflow-y-auto px-6 pb-6">{children}</div>
      {footer}
      {hasCloseButton ? (
        <button
          type="button"
          aria-label="Close"
          onClick={onCancel}
          className="icon-button absolute top-4 right-4"
        >
          <X aria-hidden strokeWidth={1.5} className="size-5" />
        </button>
      ) : null}
    </dialog>,
    document.body,
  );
}

type AskingDialogProps = Pick<DialogProps, 'title' | 'width' | 'onCancel'> & {
  action?: string | undefined;
  isDisabled?: boolean;
  /** Whether leaving the dialog loses something, which is asked then. */
  isFilledIn?: boolean;
  onSubmit: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  children?: ReactNode;
};

/** A form in a dialog. The server names all that is wrong at once, so the browser does not check it. */
export function AskingDialog(props: AskingDialogProps) {
  const { action, isDisabled, isFilledIn, onSubmit, onKeyDown, onCancel, children, ...dialog } =
    props;
  const leave = () => {
    if (!isFilledIn || window.confirm('Close without saving your changes?')) onCancel();
  };
  return (
    <Dialog width="medium" {...dialog} onCancel={leave} hasCloseButton>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={onKeyDown}
        noValidate
        className="pt-4"
      >
        {children}
        <div className="sticky -bottom-6 -mx-6 -mb-6 mt-2 flex flex-wrap gap-2 bg-surface px-6 py-4">
          {action === undefined ? null : (
            <Button type="submit" disabled={isDisabled}>
              {action}
            </Button>
          )}
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** React bubbles the events of a portal to the component that opened it, which may be in a form. */
function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** A closing dialog restores the focus, but Chromium moves the caret of a text field to its start: it is restored here. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: a dialog that is removed while open does not restore the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    // Chromium focuses a part that scrolls before the first field in it.
    element?.querySelector<HTMLElement>(FIELD)?.focus();
    return () => {
      const field = isTextField(opener) ? opener : null;
      const { selectionStart = null, selectionEnd = null } = field ?? {};
      element?.close();
      if (selectionStart !== null) field?.setSelectionRange(selectionStart, selectionEnd);
    };
  }, []);
  return dialog;
}

function isTextField(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}
