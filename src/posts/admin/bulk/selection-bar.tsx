import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { failureMessage } from '../../../admin/api.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { LIMITS } from '../../fields.ts';
import { useKnownTags } from '../tags/use-known-tags.ts';
import { type Bulk, type BulkRun, countOf, nameOf, summaryOf } from './bulk.ts';

/**
 * Selects all shown posts, acts on the selected ones and says what became of them. On a narrow screen the actions
 * stand at the bottom of the screen, where they move no row under a finger.
 */
export function SelectionBar({ shown, bulk }: { shown: number; bulk: Bulk }) {
  const { selected, run } = bulk;
  const count = selected.length === 0 ? '' : `${selected.length} selected`;
  const isPartial = selected.length > 0 && selected.length < shown;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 bg-paper lg:sticky lg:top-20 lg:z-10 lg:py-2">
        {shown === 0 ? null : (
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pl-[calc(1rem+1px)] text-sm">
            <input
              ref={(box) => {
                if (box !== null) box.indeterminate = isPartial;
              }}
              type="checkbox"
              checked={selected.length === shown}
              onChange={({ target }) => bulk.selectAll(target.checked)}
              className="size-5"
            />
            Select all {shown} shown
          </label>
        )}
        <p role="status" className={count === '' ? 'sr-only' : 'text-sm max-lg:sr-only'}>
          {count}
        </p>
        <p role="status" className="sr-only">
          {run === null ? '' : progressOf(run)}
        </p>
        {count === '' && run === null ? null : (
          <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:py-3 lg:contents">
            {run === null ? null : <Report run={run} onClose={bulk.clearRun} />}
            {count === '' ? null : <Actions bulk={bulk} />}
          </div>
        )}
      </div>
      {/* Covered by the bar at rest, below it once both stick. */}
      <div className="sticky top-35 z-9 -mt-px h-px bg-line max-lg:hidden" />
    </>
  );
}

function Actions({ bulk }: { bulk: Bulk }) {
  const { selected, run } = bulk;
  const [isTagging, setTagging] = useState(false);
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
      <Button
        variant="secondary"
        disabled={run?.isUnderWay}
        onClick={() => setTagging(true)}
        className="px-3!"
      >
        Tags…
      </Button>
      {(['publish', 'make-draft', 'move-to-trash'] as const).map((kind) => (
        <Button
          key={kind}
          variant={kind === 'move-to-trash' ? 'danger' : 'secondary'}
          disabled={run?.isUnderWay}
          onClick={() => void bulk.start({ kind })}
          className="px-3!"
        >
          {nameOf({ kind })}
        </Button>
      ))}
      {isTagging ? <TagDialog bulk={bulk} onClose={() => setTagging(false)} /> : null}
    </div>
  );
}

function TagDialog({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const list = useId();
  const known = useKnownTags();
  const [tag, setTag] = useState('');
  const isEmpty = tag.trim() === '';

  function start(kind: 'add-tag' | 'remove-tag') {
    onClose();
    void bulk.start({ kind, tag, known });
  }

  return (
    <Dialog title={`Tags of ${countOf(bulk.selected.length)}`} onCancel={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) start('add-tag');
        }}
        className="mt-5 space-y-5"
      >
        <TextField
          label="Tag"
          value={tag}
          maxLength={LIMITS.tag}
          list={list}
          autoComplete="off"
          onChange={({ target }) => setTag(target.value)}
        />
        <datalist id={list}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isEmpty}>
            Add tag
          </Button>
          <Button variant="secondary" disabled={isEmpty} onClick={() => start('remove-tag')}>
            Remove tag
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function progressOf({ action, posts, outcomes, isUnderWay }: BulkRun): string {
  return isUnderWay
    ? `${nameOf(action)}: ${outcomes.length} of ${posts.length} done…`
    : summaryOf(action, outcomes);
}

/** How far an action on several posts is, then what it did and which posts it could not change. */
function Report({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { outcomes, isUnderWay } = run;
  const failed = outcomes.filter(({ failure }) => failure !== null);
  return (
    <div
      className={`w-full rounded-card border border-l-4 bg-surface py-0.5 pl-4 text-sm max-lg:mb-3 lg:order-last lg:mt-2 ${failed.length === 0 ? 'border-teal' : 'border-amber'}`}
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p>{progressOf(run)}</p>
        {isUnderWay ? null : (
          <button
            type="button"
            aria-label="Close this report"
            onClick={onClose}
            className="icon-button"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      <ul className="mb-3 max-h-40 space-y-1.5 overflow-y-auto pr-4 [overflow-wrap:anywhere] empty:hidden">
        {failed.map(({ shown, post, failure }) => (
          <li key={shown.id}>
            {post === null ? (
              `“${shown.title}”`
            ) : (
              <Link to={`/admin/edit-post/${post.slug}`} className="prose-link" dir="auto">
                <Subscripts text={post.title} />
              </Link>
            )}
            : {failure && failureMessage(failure, 'The server could not do it.')}
          </li>
        ))}
      </ul>
    </div>
  );
}
