import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { failureMessage } from '../../../admin/api.ts';
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

type SelectionBarProps = {
  shown: Posts;
  selected: Posts;
  onSelect: (posts: Posts) => void;
  onOutcome: (id: string, outcome: BulkOutcome) => void;
  onEnded: (action: BulkAction) => void;
};

type Run = {
  action: BulkAction;
  posts: Posts;
  outcomes: readonly BulkOutcome[];
  isUnderWay: boolean;
};

/**
 * On a narrow screen the actions stand at the bottom of the screen, where they move no row under a
 * finger.
 */
export function SelectionBar({ shown, selected, onSelect, onOutcome, onEnded }: SelectionBarProps) {
  const [run, setRun] = useState<Run | null>(null);
  const [tag, setTag] = useState('');
  const known = useKnownTags();
  const list = useId();
  const count = selected.length === 0 ? '' : `${selected.length} selected`;
  const isPartial = selected.length > 0 && selected.length < shown.length;

  async function start(action: BulkAction): Promise<void> {
    const question = questionBefore(action, selected);
    if (question !== null && !window.confirm(question)) return;
    const outcomes: BulkOutcome[] = [];
    const show = (isUnderWay: boolean) =>
      setRun({ action, posts: selected, outcomes: [...outcomes], isUnderWay });
    show(true);
    for (const post of selected) {
      const outcome = await changePost(post, action);
      outcomes.push(outcome);
      onOutcome(post.id, outcome);
      // Nobody is asked to sign in for each of the others.
      if (outcome.failure?.kind === 'unauthenticated') break;
      show(true);
    }
    show(false);
    onEnded(action);
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 bg-paper lg:sticky lg:top-20 lg:z-10 lg:py-2">
        {shown.length === 0 ? null : (
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pl-[calc(1rem+1px)] text-sm">
            <input
              ref={(box) => {
                if (box !== null) box.indeterminate = isPartial;
              }}
              type="checkbox"
              checked={selected.length === shown.length}
              onChange={({ target }) => onSelect(target.checked ? shown : [])}
              className="size-5"
            />
            Select all {shown.length} shown
          </label>
        )}
        <p role="status" className={count === '' ? 'sr-only' : 'text-sm max-lg:sr-only'}>
          {count}
        </p>
        {count === '' && run === null ? null : (
          <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:py-3 lg:contents">
            {run === null ? null : <Report run={run} onClose={() => setRun(null)} />}
            {count === '' ? null : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be positioned everywhere
              <div
                role="group"
                aria-label="Selected posts"
                className="flex flex-wrap items-center gap-2 [&_button]:px-3! lg:ml-auto"
              >
                <span aria-hidden className="w-full text-sm lg:hidden">
                  {count}
                </span>
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
                  <Button
                    type="submit"
                    variant="secondary"
                    disabled={run?.isUnderWay || tag.trim() === ''}
                  >
                    Add tag
                  </Button>
                  <Button
                    variant="secondary"
                    disabled={run?.isUnderWay || tag.trim() === ''}
                    onClick={() => void start({ kind: 'remove-tag', tag, known })}
                  >
                    Remove tag
                  </Button>
                </form>
                {(['publish', 'make-draft', 'move-to-trash'] as const).map((kind) => (
                  <Button
                    key={kind}
                    variant={kind === 'move-to-trash' ? 'danger' : 'secondary'}
                    disabled={run?.isUnderWay}
                    onClick={() => void start({ kind })}
                  >
                    {nameOf({ kind })}
                  </Button>
                ))}
              </div>
            )}
          </div>
        )}
      </div>
      {/* Covered by the bar at rest, below it once both stick. */}
      <div className="sticky top-35 z-9 -mt-px h-px bg-line max-lg:hidden" />
    </>
  );
}

function Report({ run, onClose }: { run: Run; onClose: () => void }) {
  const { action, posts, outcomes, isUnderWay } = run;
  return (
    <div
      role="status"
      className="flex w-full items-start justify-between gap-4 rounded-card border border-teal border-l-4 bg-surface pl-4 text-sm max-lg:mb-3 lg:order-last lg:mt-2"
    >
      <div className="max-h-40 space-y-1.5 overflow-y-auto py-3 [overflow-wrap:anywhere]">
        <p>
          {isUnderWay
            ? `${nameOf(action)}: ${outcomes.length} of ${posts.length} done…`
            : summaryOf(action, outcomes)}
        </p>
        {posts.map(({ id, slug, title }, at) => {
          const failure = outcomes[at]?.failure;
          return failure === undefined ? null : (
            <p key={id}>
              <Link to={`/admin/edit-post/${slug}`} className="prose-link" dir="auto">
                <Subscripts text={title} />
              </Link>
              : {failureMessage(failure, 'The server could not do it.')}
            </p>
          );
        })}
      </div>
      <IconButton label="Close this report" icon={X} onClick={onClose} />
    </div>
  );
}
