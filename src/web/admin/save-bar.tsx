import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Keeping } from './use-local-draft.ts';

export const DASHBOARD = '/admin/dashboard';

const KEEPING: Record<Keeping, string> = {
  saved: '',
  here: 'Kept in this browser',
  server: 'Kept on the server',
  nowhere: 'This browser has no room to keep your text: save soon',
};

type SaveBarProps = {
  keeping: Keeping;
  isSaving: boolean;
  /** The save waits for uploads. */
  isHeld: boolean;
  /** Saved in place. */
  isSavedHere: boolean;
  /** Why it was not saved, repeated here because the problem box may be out of view. */
  refusal: string | null;
  isBlocked: boolean;
  /** Ctrl+S does what the submit button does; else it saves a draft. */
  isSubmitByKey: boolean;
  submitLabel: string;
  onSaveAsDraft: () => void;
};

/** The form's buttons, and where unsaved values are stored. */
export function SaveBar(props: SaveBarProps) {
  const { keeping, isSaving, isHeld, isSavedHere, refusal, isBlocked, submitLabel } = props;
  const keysOf = (isSubmit: boolean) =>
    isSubmit === props.isSubmitByKey ? 'Control+S Meta+S' : undefined;
  const bar = useRef<HTMLDivElement>(null);
  useScrollPadding(bar);
  const notice = isHeld
    ? 'Saved as soon as the pictures are uploaded'
    : keeping === 'saved' && isSavedHere && 'Saved';
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-paper py-3 before:absolute before:-top-px before:bottom-0 before:left-1/2 before:-z-10 before:-translate-x-1/2 before:border-line before:border-t before:bg-paper min-[80rem]:before:w-[min(100vw-4rem,90rem)] max-sm:*:px-2.5"
    >
      <ButtonLink href={DASHBOARD} look="quiet">
        Cancel
      </ButtonLink>
      <p
        role={notice ? 'status' : undefined}
        className="mr-auto text-muted text-xs empty:max-sm:hidden max-sm:order-first max-sm:basis-full"
      >
        {refusal === null ? (
          notice || KEEPING[keeping]
        ) : (
          <span className="text-danger">Not saved. {refusal}</span>
        )}
      </p>
      <Button
        look="secondary"
        disabled={isBlocked}
        aria-keyshortcuts={keysOf(false)}
        onClick={props.onSaveAsDraft}
      >
        Save as Draft
      </Button>
      <Button type="submit" disabled={isBlocked} aria-keyshortcuts={keysOf(true)}>
        {isSaving ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isSaving ? 'Saving...' : submitLabel}
      </Button>
    </div>
  );
}

/** Between the caret's line and the bar. */
const GAP_PX = 8;

/** Excludes the bar from the scrollport, so that browsers scroll caret and focus out from under it. */
function useScrollPadding(bar: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? [];
      style.scrollPaddingBottom = `${(size?.blockSize ?? 0) + GAP_PX}px`;
    });
    if (bar.current !== null) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}
