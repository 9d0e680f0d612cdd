import { Trash2 } from 'lucide-react';

type DeleteButtonProps = { name: string; isBusy: boolean; onClick: () => void; className?: string };

/** Deletes an item of the library. */
export function DeleteButton({ name, isBusy, onClick, className = '' }: DeleteButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Delete ${name}`}
      title="Delete"
      disabled={isBusy}
      onClick={onClick}
      className={`icon-button -mr-3.5 shrink-0 text-danger ${className}`}
    >
      <Trash2 aria-hidden className="size-4" />
    </button>
  );
}
