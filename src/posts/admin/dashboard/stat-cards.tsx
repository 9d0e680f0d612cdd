import { useState } from 'react';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import type { adminPosts } from '../../api/admin-posts.ts';

const api = caller<typeof adminPosts>();

export type Stats = OutputOf<typeof adminPosts, 'GET', '/admin/stats'>;

/** The statistics as the route's loader read them, and as they are after changes of this page. */
export function useStats(loaded: Stats) {
  const [{ from, stats }, setStats] = useState({ from: loaded, stats: loaded });
  if (from !== loaded) setStats({ from: loaded, stats: loaded });

  /** Ignored when the loader has read newer statistics meanwhile. */
  function update(edit: (stats: Stats) => Stats) {
    setStats((shown) =>
      shown.from === loaded ? { from: loaded, stats: edit(shown.stats) } : shown,
    );
  }

  async function reload() {
    const latest = await api('GET', '/admin/stats');
    if (latest.ok) update(() => latest.value);
  }

  return { stats, update, reload };
}

export type ShownStats = ReturnType<typeof useStats>;

export function StatCards({ stats }: { stats: Stats }) {
  const figures = [
    { name: 'Total Posts', figure: stats.total_posts },
    { name: 'Published', figure: stats.published_posts, scheduled: stats.scheduled_posts },
    { name: stats.draft_posts === 1 ? 'Draft' : 'Drafts', figure: stats.draft_posts },
  ];
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3 lg:flex">
      {figures.map(({ name, figure, scheduled = 0 }) => (
        <div
          key={name}
          className="flex min-h-12 flex-col-reverse justify-end rounded-card border border-line bg-surface px-2.5 py-2 sm:flex-auto sm:px-3.5 sm:flex-row-reverse sm:items-baseline sm:gap-2 sm:pt-3 sm:pb-1"
        >
          <dt className="text-muted text-xs sm:text-sm">
            {name}{' '}
            {scheduled === 0 ? null : <span className="inline-block">({scheduled} scheduled)</span>}
          </dt>
          <dd className="display text-xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
