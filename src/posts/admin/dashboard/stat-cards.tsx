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
    { name: 'Published', figure: stats.published_posts },
    { name: 'Drafts', figure: stats.draft_posts },
  ];
  return (
    <dl className="mt-6 grid grid-cols-3 gap-3">
      {figures.map(({ name, figure }) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface px-4 py-3"
        >
          <dt className="text-muted text-xs sm:text-sm">{name}</dt>
          <dd className="display text-2xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
