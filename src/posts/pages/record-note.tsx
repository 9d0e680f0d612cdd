import { record as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import { type RecordMark, recordPath } from '../record/record-mark.ts';

type RecordNoteProps = Pick<RecordMark, 'number' | 'date' | 'note'> & {
  slug: string;
  latest: number;
};

/** Stands above a frozen version: which it is, and where the newest is. */
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
        <a href={`/blog/${slug}/versions`} className="prose-link">
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

export function versionLabel(number: number): string {
  return strings.version.replace('{number}', String(number));
}
