import { createElement as h, type ReactElement, type ReactNode } from 'react';
import type { SiteIdentity } from '../site-identity.ts';
import {
  callToAction,
  emailLayout,
  keyValueTable,
  paragraph,
  small,
  subtitle,
  title,
} from './email-layout.ts';
import { classes, styles } from './email-styles.ts';
import { type Inquiry, kindOf } from './inquiry.ts';
import { type RenderedEmail, renderEmail } from './render-email.ts';
import { unlinked, visitorLine, visitorText } from './visitor-text.ts';

type Parts = {
  site: SiteIdentity;
  inquiry: Inquiry;
  /** Where it is answered from. */
  inboxUrl: string;
};

/** What stands in a subject or a heading of a name, in characters. */
const SHORT = 60;

/**
 * Tells the team of an inquiry: all of it, as text. Nothing that the visitor wrote is a link or
 * becomes one; the address alone stays free of word joiners, since it is copied.
 */
export async function inquiryNotice({ site, inquiry, inboxUrl }: Parts): Promise<RenderedEmail> {
  const kind = kindOf(inquiry);
  const name = visitorLine(inquiry.name, SHORT);
  const company = visitorLine(inquiry.company, SHORT);
  const subject = `${kind} from ${name}${company === '' ? '' : `, ${company}`}`;
  const opening = unlinked(visitorLine(inquiry.message, 140));
  const element = emailLayout({
    site,
    subject,
    preview: opening === '' ? kind : opening,
    body: [
      title(`${kind} from `, isolated(name)),
      keyValueTable(inquiryDetails(inquiry, site)),
      subtitle('Message'),
      inquiry.message.trim() === '' ? paragraph('No message.') : written(inquiry.message),
      callToAction(inboxUrl, 'Open it in the inbox'),
      small(
        'Replying to this mail writes to the visitor. What the visitor wrote is shown as text, and web addresses in it are kept from becoming links; the inbox has it to the letter.',
      ),
    ],
    footer: [`You receive this because notices of ${site.name} go to this address.`],
  });
  return renderEmail(subject, element);
}

function inquiryDetails(inquiry: Inquiry, site: SiteIdentity): [string, ReactNode][] {
  const { kind, company, jobTitle, requestType } = inquiry;
  return [
    ['Name', given(inquiry.name)],
    ['Email', address(inquiry.email)],
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
    ['Received', instant(inquiry.receivedAt, site.timeZone)],
  ];
}

function given(value: string): ReactNode {
  const text = visitorText(value).trim();
  return text === '' ? h('span', { className: classes.muted }, 'Not given') : isolated(text);
}

/** In its own direction, whatever that is. */
function isolated(text: string): ReactElement {
  return h('bdi', null, unlinked(text));
}

/** In pieces, of which programs that look at one piece of text at a time make no link. */
function address(email: string): ReactElement {
  const pieces = visitorText(email).split(/(?=[.@])/);
  return h('span', null, ...pieces.map((piece) => h('span', null, piece)));
}

/**
 * Line by line, with hard spaces at their beginning: not every mail program keeps the form of a text.
 * As a quotation, so that no line of it passes for one of ours in the text part either.
 */
function written(message: string): ReactElement {
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

function instant(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso));
}
