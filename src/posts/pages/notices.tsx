import { record as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import type { ReadPost } from '../post.ts';
import { type Notice, noticeLabel } from '../record/notice.ts';
import { type RecordMark, recordPath } from '../record/record-mark.ts';

/** What is said of a post since it was published, above everything else (NISO RP-45). */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section
      id="notices"
      aria-label={strings.notices}
      className="mb-6 space-y-4 rounded-card bg-amber-tint px-4 py-3"
    >
      {notices.map(({ id, kind, date, issuedBy, reason }) => (
        <div key={id}>
          <p className="font-medium">
            {noticeLabel(kind)}, <time dateTime={date}>{longDate(`${date}T12:00:00.000Z`)}</time>
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {reason}
          </p>
          <p className="mt-1 text-sm">
            {strings.issuedBy} <bdi>{issuedBy}</bdi>
          </p>
        </div>
      ))}
    </section>
  );
}

type RecordNoteProps = Pick<RecordMark, 'number' | 'date' | 'note'> & {
  slug: string;
  latest: number;
};

export function RecordNote({ slug, number, date, note, latest }: RecordNoteProps) {
  return (
    <aside
      aria-label={strings.title}
      className="mb-6 rounded-card border border-line bg-surface p-4"
    >
      <p>
        <strong className="font-medium">{versionLabel(number)}</strong>, {strings.frozen}{' '}
        <time dateTime={date}>{longDate(date)}</time>.{' '}
        {number === latest ? strings.newest : strings.older}{' '}
        <a
          href={number === latest ? `/blog/${slug}` : recordPath(slug, latest)}
          className="prose-link"
        >
          {number === latest ? strings.toPost : versionLabel(latest)}
        </a>{' '}
        ·{' '}
        <a href={`/blog/${slug}#versions`} className="prose-link">
          {strings.toHistory}
        </a>
      </p>
      {note === '' ? null : (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {strings.changed} {note}
        </p>
      )}
    </aside>
  );
}

export function Versions({ slug, records = [] }: Pick<ReadPost, 'slug' | 'records'>) {
  if (records.length === 0) return null;
  return (
    <section
      id="versions"
      aria-label={strings.history}
      data-screen-only=""
      className="mt-12 max-w-measure border-line border-t pt-6"
    >
      <h2 className="display text-xl">{strings.history}</h2>
      <ol reversed className="mt-4 space-y-4 text-sm">
        {records.toReversed().map(({ number, date, note, sha256 }) => (
          <li key={number}>
            <a href={recordPath(slug, number)} className="prose-link font-medium">
              {versionLabel(number)}
            </a>
            , <time dateTime={date}>{longDate(date)}</time>
            <p dir="auto" className="whitespace-pre-line text-muted empty:hidden">
              {note}
            </p>
            <p className="text-muted text-xs">
              SHA-256 {sha256},{' '}
              <a href={`${recordPath(slug, number)}.json`} className="prose-link">
                {strings.file}
              </a>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function versionLabel(number: number): string {
  return strings.version.replace('{number}', String(number));
}
