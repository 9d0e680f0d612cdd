import { record as strings } from '../../content/blog.ts';
import { longDate } from '../../ui/dates.ts';
import { type Notice, noticeLabel } from '../record/notice.ts';

/** What is said of a post since it was published, above everything else (NISO RP-45). */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section
      id="notices"
      aria-label={strings.notices}
      className="draft-banner space-y-4 font-normal text-ink"
    >
      {notices.map(({ id, kind, date, issuedBy, reason }) => (
        <div key={id}>
          <p className="font-medium">
            {noticeLabel(kind)}, <time dateTime={date}>{longDate(`${date}T12:00:00.000Z`)}</time>
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
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
