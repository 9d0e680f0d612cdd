import { ChevronUp, LoaderCircle } from 'lucide-react';
import { type ComponentProps, type Ref, useId, useRef } from 'react';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { timeWithDate } from '../../../admin/times.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { StoredIn } from '../drafts/use-draft.ts';
import { type FullPage, ViewSwitch } from '../writing/full-page.tsx';
import type { offeredActions } from './publication.ts';
import type { useSave } from './use-save.tsx';

type SaveBarProps = {
  form: string;
  offered: ReturnType<typeof offeredActions>;
  isComplete: boolean;
  saving: ReturnType<typeof useSave>;
  fullPage: FullPage;
  counts: Ref<HTMLDivElement>;
  onAction: (action: 'draft' | 'publish' | 'schedule' | 'stay' | 'withdraw') => void;
};

export function SaveBar(props: SaveBarProps) {
  const { offered, saving, fullPage } = props;
  return (
    <div className="save-bar sticky bottom-0 z-10 mt-6 gap-x-4 border-line border-t bg-paper py-2 in-data-full-page:static in-data-full-page:m-0 in-data-full-page:px-3 lg:flex lg:items-start">
      <div className="flex min-h-16 min-w-0 flex-1 items-center gap-x-3 text-xs leading-tight lg:min-h-11 lg:gap-x-4">
        <div className="wrap-break-word flex-1 text-muted lg:max-h-14 lg:overflow-y-auto">
          <p role="status" className="[overflow-wrap:anywhere]">
            {saving.draft.writers.map(
              ({ email, savedAt }) => `${email} has unsaved text of ${timeWithDate(savedAt)}. `,
            )}
          </p>
          <Message {...props} />
        </div>
        <div ref={props.counts} className="max-w-22 text-right sm:max-w-none" />
        <ViewSwitch fullPage={fullPage} />
      </div>
      <div className="flex items-start justify-end gap-1.5 max-lg:mt-1.5 sm:gap-2">
        {offered.state !== '' && offered.publish.label !== '' ? (
          <div className="max-[72rem]:hidden">
            <Action {...props} name="publish" variant="secondary" />
          </div>
        ) : null}
        <ButtonLink
          href={DASHBOARD}
          variant="quiet"
          className="px-3.5! whitespace-nowrap max-sm:mr-auto max-sm:px-0! in-data-full-page:hidden"
        >
          Cancel
        </ButtonLink>
        <Action {...props} name="draft" variant={offered.isWithdrawal ? 'danger' : 'secondary'} />
        <Action {...props} name="submit" />
        <MoreActions {...props} />
      </div>
    </div>
  );
}

const IN_MENU = ['publish', 'schedule', 'stay', 'withdraw'] as const;

function MoreActions({ offered, saving, onAction }: SaveBarProps) {
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  return (
    <>
      <Button
        variant="secondary"
        className="w-11 px-0!"
        title="More ways to save"
        disabled={saving.isBusy}
        popoverTarget={menuId}
      >
        <ChevronUp aria-hidden className="size-4" />
      </Button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="fixed inset-auto right-[max(1rem,calc(50vw-37.5rem))] bottom-24 m-0 w-72 rounded-md border border-line bg-surface p-1.5 text-ink shadow-lg"
      >
        {IN_MENU.filter((action) => offered[action].label !== '').map((action) => (
          <button
            key={action}
            type="button"
            aria-keyshortcuts={action === 'stay' ? 'Control+S Meta+S' : undefined}
            onClick={() => {
              menu.current?.hidePopover();
              onAction(action);
            }}
            className="block min-h-11 w-full cursor-pointer rounded-md px-3 py-1.5 text-start text-sm hover:bg-stone-tint"
          >
            {offered[action].label}
            <span className="block text-muted text-xs">{offered[action].effect}</span>
          </button>
        ))}
      </div>
    </>
  );
}

type ActionProps = SaveBarProps &
  Pick<ComponentProps<typeof Button>, 'variant'> & {
    name: 'publish' | 'draft' | 'submit';
  };

/** Where the title or the text is empty, the button can still be pressed, and shows it. */
function Action({ name, variant = 'primary', ...props }: ActionProps) {
  const { offered, isComplete, saving, form, onAction } = props;
  const { label, effect } = offered[name];
  const effectId = useId();
  const isSubmit = name === 'submit';
  const isWorking = isSubmit && saving.isBusy;
  const press = isSubmit ? ({ type: 'submit', form } as const) : { onClick: () => onAction(name) };
  return (
    <div className={`grid ${isSubmit ? 'w-28 sm:w-44' : 'max-w-36'}`}>
      <Button
        {...press}
        variant={variant}
        disabled={saving.isBusy}
        className="whitespace-nowrap px-3.5! leading-tight max-sm:px-2.5! max-[22.5rem]:whitespace-normal"
        aria-disabled={!isComplete || undefined}
        aria-describedby={effectId}
      >
        {isWorking ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isWorking ? 'Saving...' : label}
      </Button>
      <p
        id={effectId}
        className="save-bar-effect min-h-[2lh] justify-self-center text-center text-muted text-xs leading-tight max-md:in-data-full-page:hidden max-md:[@media(height<37.5rem)]:hidden"
      >
        {effect}
      </p>
    </div>
  );
}

const STORED_IN_LABELS: Record<StoredIn, string> = {
  saved: '',
  browser: 'Autosaved in this browser',
  'signed-out': 'Signed out: what you type is kept in this browser',
  server: 'Autosaved',
  nowhere: 'This browser is out of space for your text: save soon',
};

function Message({ saving, offered }: SaveBarProps) {
  const { storedIn } = saving.draft;
  const { isWaitingForUploads, problem, merged, savedAt } = saving;
  if (isWaitingForUploads) return <p role="status">Will be saved when the pictures are uploaded</p>;
  if (problem !== null) {
    return (
      <p className="text-danger">
        <span>
          {problem.isQuiet ? 'Not saved. ' : ''}
          <EmailText text={problem.message} />
        </span>{' '}
        <button
          type="button"
          onClick={() => document.querySelector<HTMLElement>('.post-form [role=alert]')?.focus()}
          className="cursor-pointer whitespace-nowrap py-1 underline underline-offset-4"
        >
          Go to the message
        </button>
      </p>
    );
  }
  const saved = storedIn === 'saved' && savedAt !== null && `Saved ${savedAt}`;
  const news = merged ?? saved;
  return (
    <p role={news ? 'status' : undefined} className={`empty:hidden ${merged ? 'text-amber' : ''}`}>
      {news || STORED_IN_LABELS[storedIn] || offered.state}
    </p>
  );
}
