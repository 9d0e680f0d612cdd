import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { AdminPostSummary } from '../../reading.ts';
import { announcementOf, BulkReport } from './bulk-report.tsx';
import { TagDialog } from './tag-dialog.tsx';
import type { BulkAction, BulkActions } from './use-bulk-action.ts';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = {
  posts: readonly AdminPostSummary[];
  selection: Selection;
  bulk: BulkActions;
};

/**
 * Selects all shown posts, acts on the selected ones and tells what became of them. On a narrow screen the actions
 * stand at the bottom of the screen, where they move no row under a finger.
 */
export function SelectionBar({ posts, selection, bulk }: SelectionBarProps) {
  const { selected, selectAll, clear } = selection;
  const count = selected.length === 0 ? '' : `${selected.length} selected`;
  const isOpen = selected.length > 0 || bulk.run !== null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 bg-paper lg:sticky lg:top-20 lg:z-10 lg:py-2">
        {posts.length === 0 ? null : (
          <SelectAll
            shown={posts.length}
            selected={selected.length}
            onChange={(isSelected) => (isSelected ? selectAll() : clear())}
          />
        )}
        <p role="status" className={count === '' ? 'sr-only' : 'text-sm max-lg:sr-only'}>
          {count}
        </p>
        <p role="status" className="sr-only">
          {bulk.run === null ? '' : announcementOf(bulk.run)}
        </p>
        {isOpen ? (
          <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:py-3 lg:contents">
            {bulk.run === null ? null : <BulkReport run={bulk.run} onClose={bulk.clear} />}
            {selected.length === 0 ? null : (
              <Actions
                selected={selected}
                isBusy={bulk.run?.isUnderWay ?? false}
                onAction={(action) => void bulk.start(action, selected)}
              />
            )}
          </div>
        ) : null}
      </div>
      {/* Covered by the bar at rest, below it once both stick. */}
      <div className="sticky top-35 z-9 -mt-px h-px bg-line max-lg:hidden" />
    </>
  );
}

type ActionsProps = {
  selected: readonly AdminPostSummary[];
  isBusy: boolean;
  onAction: (action: BulkAction) => void;
};

function Actions({ selected, isBusy, onAction }: ActionsProps) {
  const [tagging, setTagging] = useState<'add-tag' | 'remove-tag' | null>(null);
  const isTagged = selected.some(({ tags }) => tags.length > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be positioned everywhere
    <div
      role="group"
      aria-label="Selected posts"
      className="flex flex-wrap items-center gap-2 lg:ml-auto"
    >
      <span aria-hidden className="w-full text-sm lg:hidden">
        {selected.length} selected
      </span>
      <Action isBusy={isBusy} onClick={() => setTagging('add-tag')}>
        Add tag…
      </Action>
      <Action isBusy={isBusy || !isTagged} onClick={() => setTagging('remove-tag')}>
        Remove tag…
      </Action>
      <Action isBusy={isBusy} onClick={() => onAction({ kind: 'publish' })}>
        Publish
      </Action>
      <Action isBusy={isBusy} onClick={() => onAction({ kind: 'make-draft' })}>
        Make draft
      </Action>
      <Action isBusy={isBusy} isDanger onClick={() => onAction({ kind: 'move-to-trash' })}>
        Move to trash
      </Action>
      {tagging === null ? null : (
        <TagDialog
          kind={tagging}
          selected={selected}
          onClose={() => setTagging(null)}
          onChosen={(tag) => {
            setTagging(null);
            onAction({ kind: tagging, tag });
          }}
        />
      )}
    </div>
  );
}

type SelectAllProps = {
  shown: number;
  selected: number;
  onChange: (isSelected: boolean) => void;
};

function SelectAll({ shown, selected, onChange }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const isPartial = selected > 0 && selected < shown;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pl-[calc(1rem+1px)] text-sm">
      <input
        ref={box}
        type="checkbox"
        checked={selected === shown}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5"
      />
      Select all {shown} shown
    </label>
  );
}

type ActionProps = {
  isBusy: boolean;
  isDanger?: boolean;
  onClick: () => void;
  children: string;
};

function Action({ isBusy, isDanger = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant={isDanger ? 'danger' : 'secondary'}
      disabled={isBusy}
      onClick={onClick}
      className="px-3!"
    >
      {children}
    </Button>
  );
}
