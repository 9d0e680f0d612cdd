import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { OfferedActions } from './offered-actions.ts';
import { type SaveState, SaveStatus } from './save-status.tsx';

const SAVE_KEYS = 'Control+S Meta+S';

type SaveBarProps = {
  /** The id of the form that it submits. */
  form: string;
  offered: OfferedActions;
  /** What is needed before anything can be saved, in words; null when it is there. */
  missing: string | null;
  isSaving: boolean;
  /** Nothing else can be saved meanwhile. */
  isBusy: boolean;
  status: SaveState;
  onSaveAsDraft: () => void;
  onSaveAndStay: () => void;
};

/** The form's buttons, what each will do to the post, and what became of the last save. */
export function SaveBar(props: SaveBarProps) {
  const { offered, missing, isSaving, isBusy, status } = props;
  const { draft, stay, submit } = offered;
  const main = useRef<HTMLDivElement>(null);
  useScrollPadding(main);
  const missingId = useId();
  const common = { disabled: isBusy, needs: missing === null ? undefined : missingId };
  return (
    <div className="save-bar">
      <div className="save-bar-leave">
        <ButtonLink href={DASHBOARD} variant="quiet">
          Cancel
        </ButtonLink>
        <Action
          {...common}
          variant={draft.isWithdrawal ? 'danger' : 'secondary'}
          effect={draft.effect}
          onClick={props.onSaveAsDraft}
        >
          {draft.label}
        </Action>
      </div>
      <div ref={main} className="save-bar-main">
        <div className="save-bar-state">
          <p id={missingId} hidden={missing === null} className="text-muted text-xs">
            {`To save, add ${missing ?? ''}.`}
          </p>
          <SaveStatus {...status} />
        </div>
        <div className="save-bar-save">
          <Action
            {...common}
            variant="secondary"
            effect={stay.effect}
            aria-keyshortcuts={SAVE_KEYS}
            onClick={props.onSaveAndStay}
          >
            {stay.label}
          </Action>
          <Action {...common} type="submit" form={props.form} effect={submit.effect}>
            {isSaving ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
            {isSaving ? 'Saving...' : submit.label}
          </Action>
        </div>
      </div>
    </div>
  );
}

type ActionProps = ComponentProps<typeof Button> & {
  effect: string;
  /** The id of the text that says what is missing. The button can still be asked, and shows the field. */
  needs: string | undefined;
};

function Action({ effect, needs, ...button }: ActionProps) {
  const effectId = useId();
  return (
    <div className="save-bar-action">
      <Button
        {...button}
        aria-disabled={needs !== undefined || undefined}
        aria-describedby={needs === undefined ? effectId : `${effectId} ${needs}`}
      />
      <p id={effectId} className="save-bar-effect">
        {effect}
      </p>
    </div>
  );
}

/** The room between the caret's line and the bar. */
const GAP_PX = 8;

/** Excludes what sticks from the scrollport, so that browsers scroll caret and focus out from under it. */
function useScrollPadding(stuck: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const element = stuck.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${element.offsetHeight + GAP_PX}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [stuck]);
}
