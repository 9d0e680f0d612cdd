import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type ApiFailure, failureMessage } from '../../../admin/api.ts';
import { IconButton } from '../../../admin/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { LIMITS } from '../../fields.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { useKnownTags } from '../tags/use-known-tags.ts';
import {
  type BulkAction,
  type BulkOutcome,
  changePost,
  nameOf,
  questionBefore,
  summaryOf,
} from './bulk.ts';

type Posts = readonly AdminPostSummary[];

type SelectionProps = {
  shown: Posts;
  selected: Posts;
  onSelect: (posts: Posts) => void;
  onOutcome: (id: string, outcome: BulkOutcome) => void;
  onEnded: (action: BulkAction) => void;
  children: ReactNode;
};

type Run = { isUnderWay: boolean; text: string; failed: [AdminPostSummary, ApiFailure][] };

const BAR =
  'sticky bottom-0 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t bg-paper py-3';

/** A list whose rows are selected. The actions stand at the bottom of the window, where they move no row under a finger. */
export function Selection(props: SelectionProps) {
  const { shown, selected, onSelect, onOutcome, onEnded, children } = props;
  const [run, setRun] = useState<Run | null>(null);
  const [tag, setTag] = useState('');
  const known = useKnownTags();
  const list = useId();
  const count = selected.length;
  const isBusy = run?.isUnderWay;
  const isTagless = isBusy || tag.trim() === '';

  async function start(action: BulkAction): Promise<void> {
    const question = questionBefore(action, selected);
    if (question !== null && !window.confirm(question)) return;
    const outcomes: BulkOutcome[] = [];
    const failed: Run['failed'] = [];
    for (const post of selected) {
      const text = `${nameOf(action)}: ${outcomes.length} of ${selected.length} done…`;
      setRun({ isUnderWay: true, text, failed });
      const outcome = await changePost(post, action);
      outcomes.push(outcome);
      onOutcome(post.id, outcome);
      if (outcome.failure !== undefined) failed.push([post, outcome.failure]);
      // Nobody is asked to sign in for each of the others.
      if (outcome.failure?.kind === 'unauthenticated') break;
    }
    setRun({ isUnderWay: false, text: summaryOf(action, outcomes), failed });
    onEnded(action);
  }

  return (
    <>
      {shown.length === 0 ? null : (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pl-[calc(1rem+1px)] text-sm">
          <input
            ref={(box) => {
              if (box !== null) box.indeterminate = count > 0 && count < shown.length;
            }}
            type="checkbox"
            checked={count === shown.length}
            onChange={({ target }) => onSelect(target.checked ? shown : [])}
            className="size-5"
          />
          Select all {shown.length} shown
        </label>
      )}
      {children}
      <div className={count === 0 && run === null ? 'sr-only' : BAR}>
        {run === null ? null : <Report run={run} onClose={() => setRun(null)} />}
        <p role="status" className="text-sm">
          {count === 0 ? null : `${count} selected`}
        </p>
        {count === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be positioned everywhere
          <div
            role="group"
            aria-label="Selected posts"
            className="flex flex-wrap items-center gap-2 lg:ml-auto [&_button]:px-3!"
          >
            <form
              className="flex flex-wrap items-center gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                void start({ kind: 'add-tag', tag, known });
              }}
            >
              <input
                aria-label="Tag"
                placeholder="Tag"
                value={tag}
                maxLength={LIMITS.tag}
                list={list}
                autoComplete="off"
                onChange={({ target }) => setTag(target.value)}
                className="min-h-11 w-32 rounded-md border border-muted/70 bg-surface px-3"
              />
              <datalist id={list}>
                {known.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
              <Button type="submit" variant="secondary" disabled={isTagless}>
                Add tag
              </Button>
              <Button
                variant="secondary"
                disabled={isTagless}
                onClick={() => void start({ kind: 'remove-tag', tag, known })}
              >
                Remove tag
              </Button>
            </form>
            {(['publish', 'make-draft', 'move-to-trash'] as const).map((kind) => (
              <Button
                key={kind}
                variant={kind === 'move-to-trash' ? 'danger' : 'secondary'}
                disabled={isBusy}
                onClick={() => void start({ kind })}
              >
                {nameOf({ kind })}
              </Button>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

function Report({ run: { text, failed }, onClose }: { run: Run; onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex w-full items-start justify-between gap-4 rounded-card border border-teal border-l-4 bg-surface pl-4 text-sm"
    >
      <div className="max-h-40 space-y-1.5 overflow-y-auto py-3">
        <p>{text}</p>
        {failed.map(([{ id, slug, title }, failure]) => (
          <p key={id}>
            <Link to={`/admin/edit-post/${slug}`} className="prose-link" dir="auto">
              <Subscripts text={title} />
            </Link>
            : {failureMessage(failure, 'The server could not do it.')}
          </p>
        ))}
      </div>
      <IconButton label="Close this report" icon={X} onClick={onClose} />
    </div>
  );
}
