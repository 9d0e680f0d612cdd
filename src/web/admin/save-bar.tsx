import { LoaderCircle } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Keeping } from './use-kept-draft.ts';

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
  isBlocked: boolean;
  submitLabel: string;
  onSaveAsDraft: () => void;
};

/** The buttons at the foot of the form, and where what is typed is safe meanwhile. */
export function SaveBar({
  keeping,
  isSaving,
  isBlocked,
  submitLabel,
  onSaveAsDraft,
}: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-paper py-3 max-sm:*:px-2.5">
      <ButtonLink href={DASHBOARD} look="quiet">
        Cancel
      </ButtonLink>
      <p className="mr-auto text-muted text-xs">{KEEPING[keeping]}</p>
      <Button look="secondary" disabled={isBlocked} onClick={onSaveAsDraft}>
        Save as Draft
      </Button>
      <Button type="submit" disabled={isBlocked} aria-keyshortcuts="Control+S Meta+S">
        {isSaving ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isSaving ? 'Saving...' : submitLabel}
      </Button>
    </div>
  );
}
