import { createElement as h, type ReactElement, type ReactNode } from 'react';
import {
  callToAction,
  emailLayout,
  keyValueTable,
  paragraph,
  small,
  subtitle,
  title,
} from '../../mail/email-layout.ts';
import { classes, styles } from '../../mail/email-styles.ts';
import { formatInstant } from '../../mail/format-instant.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';
import { type Inquiry, inquiryLabel } from '../inquiry.ts';
import { unlinked, visitorLine, visitorText } from './visitor-text.ts';

type InquiryNoticeProps = {
  site: SiteIdentity;
  inquiry: Inquiry;
  inboxUrl: string;
};

/** Longest name in a subject or a heading, in characters. */
const MAX_NAME_CHARS = 60;

/**
 * Notifies the team of an inquiry: all of it, as text. Nothing that the visitor wrote is or becomes a link;
 * only the email has no word joiners, since it is copied.
 */
export async function inquiryNotice({
  site,
  inquiry,
  inboxUrl,
}: InquiryNoticeProps): Promise<RenderedEmail> {
  const label = inquiryLabel(inquiry);
  const name = visitorLine(inquiry.name, MAX_NAME_CHARS);
  const company = visitorLine(inquiry.company, MAX_NAME_CHARS);
  const subject = `${label} from ${name}${company === '' ? '' : `, ${company}`}`;
  const opening = unlinked(visitorLine(inquiry.message, 140));
  const element = emailLayout({
    site,
    subject,
    preview: opening === '' ? label : opening,
    body: [
      title(`${label} from `, isolated(name)),
      keyValueTable(inquiryDetails(inquiry, site)),
      subtitle('Message'),
      inquiry.message.trim() === '' ? paragraph('No message.') : quotedMessage(inquiry.message),
      callToAction(inboxUrl, 'Open it in the inbox'),
      small(
        'Your reply to this email goes to the visitor. For safety, web addresses in the message are not links; the inbox has the exact text.',
      ),
    ],
    footer: [`You receive this because notifications from ${site.name} go to this address.`],
  });
  return renderEmail(subject, element);
}

function inquiryDetails(inquiry: Inquiry, site: SiteIdentity): [string, ReactNode][] {
  const { kind, company, jobTitle, requestType } = inquiry;
  return [
    ['Name', given(inquiry.name)],
    ['Email', unlinkedEmail(inquiry.email)],
    [kind === 'investor' ? 'Organization' : 'Company', given(company)],
    ...(kind === 'investor'
      ? []
      : [
          [kind === 'waitlist' ? 'Role' : 'Job title', given(jobTitle)] satisfies [
            string,
            ReactNode,
          ],
        ]),
    ...(kind === 'contact'
      ? [['Request type', given(requestType)] satisfies [string, ReactNode]]
      : []),
    ['Received', formatInstant(inquiry.receivedAt, site.timeZone)],
  ];
}

function given(value: string): ReactNode {
  const text = visitorText(value).trim();
  return text === '' ? h('span', { className: classes.muted }, 'Not given') : isolated(text);
}

/** Isolates the direction of the text (`bdi`). */
function isolated(text: string): ReactElement {
  return h('bdi', null, unlinked(text));
}

/** Split into text nodes: mail programs that search one text node at a time find no URL to link. */
function unlinkedEmail(email: string): ReactElement {
  const pieces = visitorText(email).split(/(?=[.@])/);
  return h('span', null, ...pieces.map((piece) => h('span', null, piece)));
}

/**
 * Line breaks as `br` and indentation as no-break spaces: not every mail program supports `pre-wrap`. A
 * blockquote, so that no line can pass for one of ours in the text part either.
 */
function quotedMessage(message: string): ReactElement {
  const lines = unlinked(visitorText(message).trim()).split('\n').map(indented);
  return h(
    'blockquote',
    { dir: 'auto', className: classes.aside, style: styles.written },
    ...lines.flatMap((line, i) => (i === 0 ? line : [h('br', { key: i }), line])),
  );
}

function indented(line: string): string {
  return line.replace(/^[ \t]+/, (space) => '\u00a0'.repeat(space.replaceAll('\t', '    ').length));
}
