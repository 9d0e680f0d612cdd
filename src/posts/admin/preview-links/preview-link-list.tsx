import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { Button } from '../../../ui/button.tsx';
import type { PreviewLink } from '../../preview-links.ts';

type PreviewLinkListProps = {
  links: readonly PreviewLink[];
  isBusy: boolean;
  onRevoke: (link: PreviewLink) => void;
};

/** A post's links: until when each works, who made it, and when it was last opened. */
export function PreviewLinkList({ links, isBusy, onRevoke }: PreviewLinkListProps) {
  return (
    <div>
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 text-sm">
              <p>
                Valid until <time dateTime={link.expiresAt}>{dateAndTime(link.expiresAt)}</time>
              </p>
              <p className="text-muted [overflow-wrap:anywhere]">
                Created <time dateTime={link.createdAt}>{dateAndTime(link.createdAt)}</time> by{' '}
                <EmailText text={link.createdBy} />
              </p>
              <p className="text-muted">
                {link.lastOpenedAt === null ? (
                  'Not opened yet'
                ) : (
                  <>
                    Last opened{' '}
                    <time dateTime={link.lastOpenedAt}>{dateAndTime(link.lastOpenedAt)}</time>
                  </>
                )}
              </p>
            </div>
            <Button
              variant="danger"
              disabled={isBusy}
              aria-label={`Revoke the link that works until ${dateAndTime(link.expiresAt)}`}
              onClick={() => onRevoke(link)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
