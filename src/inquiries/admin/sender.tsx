import type { Ref } from 'react';
import { EmailText } from '../../admin/email-text.tsx';
import { dateAndTime } from '../../admin/times.ts';
import { Badge } from '../../ui/badge.tsx';
import type { InquiryDetails } from '../inquiry-views.ts';
import { jobLabel, kindLabel } from './inquiry-labels.ts';

type SenderProps = { inquiry: InquiryDetails; heading: Ref<HTMLHeadingElement> };

/** Who sent an inquiry, when, and what has become of it. */
export function Sender({ inquiry, heading }: SenderProps) {
  const job = jobLabel(inquiry);
  return (
    <div>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="stone">{kindLabel(inquiry)}</Badge>
        {inquiry.handledAt === null ? null : <Badge tone="teal">Handled</Badge>}
        {inquiry.isSuspected ? <Badge tone="amber">Suspected</Badge> : null}
      </div>
      <h2 ref={heading} tabIndex={-1} className="display mt-2 text-xl [overflow-wrap:anywhere]">
        {inquiry.name}
      </h2>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <EmailText text={inquiry.email} />
      </p>
      {job === '' ? null : <p className="text-muted text-sm [overflow-wrap:anywhere]">{job}</p>}
      <p className="mt-1 text-muted text-xs">
        Received <time dateTime={inquiry.receivedAt}>{dateAndTime(inquiry.receivedAt)}</time>
        {inquiry.handledAt === null ? null : (
          <>
            , handled <time dateTime={inquiry.handledAt}>{dateAndTime(inquiry.handledAt)}</time>
          </>
        )}
      </p>
    </div>
  );
}
