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
  /** The save waits for pictures on their way. */
  isHeld: boolean;
  isBlocked: boolean;
  submitLabel: string;
  onSaveAsDraft: () => void;
};

/** The buttons at the foot of the form, and where what is typed is safe meanwhile. */
export function SaveBar({
  keeping,
  isSaving,
  isHeld,
  isBlocked,
  submitLabel,
  onSaveAsDraft,
}: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-paper py-3 before:absolute before:-top-px before:bottom-0 before:left-1/2 before:-z-10 before:-translate-x-1/2 before:border-line before:border-t before:bg-paper min-[80rem]:before:w-[min(100vw-4rem,90rem)] max-sm:*:px-2.5">
      <ButtonLink href={DASHBOARD} look="quiet">
        Cancel
      </ButtonLink>
      <p role={isHeld ? 'status' : undefined} className="mr-auto text-muted text-xs">
        {isHeld ? 'Saved as soon as the pictures are uploaded' : KEEPING[keeping]}
      </p>
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
