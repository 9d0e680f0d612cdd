import { LoaderCircle } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { useNow } from '../../../admin/use-now.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { StoredIn } from '../drafts/use-local-draft.ts';
import type { Planned } from '../post-form/schedule.ts';
import { submitEffect } from './submit-effect.ts';

const STORED_IN_LABELS: Record<StoredIn, string> = {
  saved: '',
  browser: 'Autosaved in this browser',
  server: 'Autosaved',
  nowhere: 'This browser is out of space for your text: save soon',
};

const SAVE_KEYS = 'Control+S Meta+S';

type SaveBarProps = {
  storedIn: StoredIn;
  isSaving: boolean;
  /** The save waits for uploads. */
  isHeld: boolean;
  /** When it was saved in place, in words; null if it was not, or was changed since. */
  savedAt: string | null;
  /** Why it was not saved, repeated here because the problem box may be out of view. */
  failure: string | null;
  isBlocked: boolean;
  /** The post is public: it can be saved without publishing, also by Ctrl+S. Else that saves a draft. */
  isOnSite: boolean;
  submitLabel: string;
  plan: Planned;
  onSaveAsDraft: () => void;
  onSaveWithoutPublishing: () => void;
};

/** The form's buttons, and where unsaved values are stored. */
export function SaveBar(props: SaveBarProps) {
  const { storedIn, isSaving, isHeld, savedAt, failure, isBlocked, submitLabel, plan } = props;
  const bar = useRef<HTMLDivElement>(null);
  useScrollPadding(bar);
  const notice = isHeld
    ? 'Will be saved when the pictures are uploaded'
    : storedIn === 'saved' && savedAt !== null && `Saved ${savedAt}`;
  const effect = submitEffect(plan, useNow());
  const effectId = useId();
  return (
    <div
      ref={bar}
      className="save-bar sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-paper py-3 before:absolute before:-top-px before:bottom-0 before:left-1/2 before:-z-10 before:-translate-x-1/2 before:border-line before:border-t before:bg-paper min-[80rem]:before:w-[min(100vw-4rem,90rem)] max-sm:*:px-2.5"
    >
      <ButtonLink href={DASHBOARD} variant="quiet" className="save-bar-leave">
        Cancel
      </ButtonLink>
      <p
        role={notice ? 'status' : undefined}
        className="save-bar-status mr-auto text-muted text-xs sm:min-w-0 sm:flex-1 sm:basis-24 empty:max-sm:hidden max-sm:order-first max-sm:basis-full"
      >
        {failure === null ? (
          notice || STORED_IN_LABELS[storedIn]
        ) : (
          <span className="text-danger">Not saved. {failure}</span>
        )}
      </p>
      <Button
        variant="secondary"
        className={props.isOnSite ? 'save-bar-withdraw' : ''}
        disabled={isBlocked}
        aria-keyshortcuts={props.isOnSite ? undefined : SAVE_KEYS}
        onClick={props.onSaveAsDraft}
      >
        Save as Draft
      </Button>
      {props.isOnSite ? (
        <Button
          variant="secondary"
          disabled={isBlocked}
          aria-keyshortcuts={SAVE_KEYS}
          onClick={props.onSaveWithoutPublishing}
        >
          Save without publishing
        </Button>
      ) : null}
      <Button type="submit" disabled={isBlocked} aria-describedby={effectId}>
        {isSaving ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isSaving ? 'Saving...' : submitLabel}
      </Button>
      <p id={effectId} className="save-bar-effect w-full text-right text-muted text-xs">
        {submitLabel}: {effect}
      </p>
    </div>
  );
}

/** The room between the caret's line and the bar. */
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
