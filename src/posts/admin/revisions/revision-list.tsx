import { useEffect, useRef } from 'react';
import { byDay } from '../../../admin/lists/by-day.ts';
import { timeOfDay } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import type { ListedRevision } from '../../revisions.ts';
import { savedByLabel } from './history.ts';

type RevisionListProps = {
  /** Latest first. */
  revisions: readonly ListedRevision[];
  /** The number of the version that the post has now. */
  current: number;
  /** The number of the selected version. */
  selected: number;
};

/** The revisions by day, in a scrolling list: a post may have hundreds. */
export function RevisionList({ revisions, current, selected }: RevisionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector('[aria-current]');
    if (!(item instanceof HTMLElement) || list.current === null) return;
    list.current.scrollTop = item.offsetTop - list.current.clientHeight / 2;
  }, []);
  return (
    <div
      ref={list}
      className="relative max-h-80 overflow-y-auto rounded-card border border-line bg-surface lg:max-h-[calc(100dvh-12rem)]"
    >
      {byDay(revisions, ({ savedAt }) => savedAt).map(({ day, items }) => (
        <section key={day} aria-label={day}>
          <h3 className="sticky top-0 border-line border-b bg-surface px-4 py-2 font-medium text-muted text-xs">
            {day}
          </h3>
          <ol>
            {items.map((revision) => (
              <li key={revision.version} className="border-line border-b last:border-b-0">
                <Item
                  revision={revision}
                  label={labelOf(revision, current)}
                  isSelected={revision.version === selected}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function labelOf({ version, isLatest }: ListedRevision, current: number): string | null {
  if (version === current) return 'Current';
  return isLatest ? CHANGES : null;
}

const CHANGES = 'Unpublished changes';

type ItemProps = { revision: ListedRevision; label: string | null; isSelected: boolean };

function Item({ revision, label, isSelected }: ItemProps) {
  const { version, savedAt, status } = revision;
  return (
    <Link
      to={`?version=${version}`}
      preventScrollReset
      viewTransition={false}
      aria-current={isSelected ? 'true' : undefined}
      className="block min-h-11 border-transparent border-l-2 px-4 py-2 text-sm hover:bg-paper focus-visible:-outline-offset-2 aria-current:border-teal aria-current:bg-teal/8"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="font-medium tabular-nums">
          <time dateTime={savedAt}>{timeOfDay(savedAt)}</time> · Version {version}
        </span>
        <span className="flex items-center gap-2">
          {label === null ? null : <span className="font-medium text-teal text-xs">{label}</span>}
          {status === 'draft' && label !== CHANGES ? <Badge tone="stone">Draft</Badge> : null}
        </span>
      </span>
      <span className="block truncate text-muted text-xs" title={savedByLabel(revision)}>
        {savedByLabel(revision)}
      </span>
    </Link>
  );
}
