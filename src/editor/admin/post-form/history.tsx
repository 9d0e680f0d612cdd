import { useEffect, useState } from 'react';
import { type ApiResult, sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { dateAndTime } from '../../../admin/times.ts';
import { savedByLabel } from '../../../posts/admin/revisions/history.ts';
import type { record as recordCalls } from '../../../posts/api/record.ts';
import type { revisions as revisionCalls } from '../../../posts/api/revisions.ts';
import { noticeText } from '../../../posts/record/notice.ts';
import { Link } from '../../../ui/link.tsx';

const PATH = '/admin/blog/posts/:slug';

type Entry = { at: string; name: string; href: string; text: string };

/** The saves of a post, its versions of record and notices in one list, the latest first. */
async function readHistory(slug: string): Promise<ApiResult<Entry[]>> {
  const [saves, record] = await Promise.all([
    caller<typeof revisionCalls>(sendSilently)('GET', `${PATH}/revisions`, { param: { slug } }),
    caller<typeof recordCalls>(sendSilently)('GET', `${PATH}/record`, { param: { slug } }),
  ]);
  if (!saves.ok) return saves;
  if (!record.ok) return record;
  const page = `/admin/edit-post/${slug}`;
  const { records, notices } = record.value;
  const entries = saves.value.revisions.map(({ version, ...save }): Entry => {
    const frozen = records.find((mark) => mark.version === version);
    const cited = frozen === undefined ? '' : `, to be cited as v${frozen.number}`;
    return {
      at: save.savedAt,
      name: `Revision ${version}`,
      href: `${page}/revisions?version=${version}`,
      text: `${savedByLabel(save)}${save.status === 'published' ? ', public' : ''}${cited}`,
    };
  });
  for (const notice of notices) {
    const text = noticeText(notice, notice.date);
    entries.push({ at: notice.date, name: 'Notice', href: `${page}/record`, text });
  }
  return { ok: true, value: entries.sort((a, b) => b.at.localeCompare(a.at)) };
}

/** @param version another one is read again */
export function History({ slug, version }: { slug: string; version: number }) {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<ApiResult<Entry[]> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save adds a version
  useEffect(() => {
    if (isOpen) void readHistory(slug).then(setAnswer);
  }, [isOpen, slug, version]);
  return (
    <section aria-label="History" className="rounded-card border border-line bg-surface px-5 py-2">
      <div className="flex flex-wrap items-center gap-x-5 text-sm">
        <h2 className="grow font-medium text-lg">History</h2>
        <Link to={`/admin/edit-post/${slug}/revisions`} className="prose-link py-2.5">
          Revisions: compare and restore
        </Link>
        <Link to={`/admin/edit-post/${slug}/record`} className="prose-link py-2.5">
          Versions of record and notices
        </Link>
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-11 w-fit cursor-pointer content-center text-sm">
          Everything in one list
        </summary>
        {answer?.ok === false ? <p role="alert">Failed to load the history.</p> : null}
        <ul
          aria-label="History"
          className="max-h-80 divide-y divide-line overflow-y-auto pb-3 text-sm"
        >
          {(answer?.ok ? answer.value : []).map(({ at, name, href, text }) => (
            <li key={`${at} ${name} ${text}`} className="flex flex-wrap gap-x-3 py-2">
              <Link to={href} className="prose-link">
                {name}
              </Link>
              <time dateTime={at}>{at.includes('T') ? dateAndTime(at) : at}</time>
              <span className="text-muted [overflow-wrap:anywhere]">{text}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
