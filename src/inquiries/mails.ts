import {
  button,
  formatInstant,
  type Html,
  html,
  type RenderedEmail,
  renderEmail,
} from '../mail/email.ts';
import { unlinked, visitorLine, visitorText } from '../mail/visitor-text.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { SentInquiry } from './forms.ts';

const LABELS = new Map([
  ['contact general', 'General enquiry'],
  ['contact demo', 'Demo request'],
  ['contact support', 'Support request'],
  ['contact partnership', 'Partnership proposal'],
  ['investor general', 'Investor inquiry'],
  ['waitlist general', 'Waitlist registration'],
]);

/** Longest name in a subject or a heading, in characters. */
const MAX_NAME_CHARS = 60;

export type MailedInquiry = Omit<SentInquiry, 'subject'> & { receivedAt: string };
type InquiryNoticeProps = { site: SiteIdentity; inquiry: MailedInquiry; inboxUrl: string };

/**
 * Notifies the team of an inquiry: all of it, as text. Nothing that the visitor wrote is or becomes a link;
 * only the email has no word joiners, since it is copied.
 */
export function inquiryNotice({
  site,
  inquiry,
  inboxUrl,
}: InquiryNoticeProps): Promise<RenderedEmail> {
  const { kind, message } = inquiry;
  const label = LABELS.get(`${kind} ${inquiry.requestType}`) ?? 'Contact inquiry';
  const name = visitorLine(inquiry.name, MAX_NAME_CHARS);
  const company = visitorLine(inquiry.company, MAX_NAME_CHARS);
  return renderEmail(site, {
    subject: `${label} from ${name}${company === '' ? '' : `, ${company}`}`,
    preview: unlinked(visitorLine(message, 140)) || label,
    body: html`<h1 dir="auto">${label} from <bdi>${unlinked(name)}</bdi></h1>
<table class="facts"><tbody>
${fact('Name', given(inquiry.name))}
${fact('Email', unlinkedEmail(inquiry.email))}
${fact(kind === 'investor' ? 'Organization' : 'Company', given(inquiry.company))}
${kind === 'investor' ? '' : fact(kind === 'waitlist' ? 'Role' : 'Job title', given(inquiry.jobTitle))}
${kind === 'contact' ? fact('Request type', given(inquiry.requestType)) : ''}
${fact('Received', formatInstant(inquiry.receivedAt, site.timeZone))}
</tbody></table>
<h2>Message</h2>
${message.trim() === '' ? html`<p>No message.</p>` : quotedMessage(message)}
${button(inboxUrl, 'Open it in the inbox')}
<p class="small">Your reply to this email goes to the visitor. For safety, web addresses in the message are not links; the inbox has the exact text.</p>`,
    footer: `You receive this because notifications from ${site.name} go to this address.`,
  });
}

function fact(name: string, value: Html | string): Html {
  return html`<tr class="fact-row"><th scope="row" class="fact-name">${name}</th><td class="fact">${value}</td></tr>`;
}

function given(value: string): Html {
  const text = visitorText(value).trim();
  // `bdi` isolates the direction of the text.
  return text === ''
    ? html`<span class="muted">Not given</span>`
    : html`<bdi>${unlinked(text)}</bdi>`;
}

/** In elements of their own: mail programs that search one text node at a time find no email to link. */
function unlinkedEmail(email: string): Html {
  return html`${visitorText(email)
    .split(/(?=[.@])/)
    .map((piece) => html`<span>${piece}</span>`)}`;
}

/**
 * Line breaks as `br` and indentation as no-break spaces: not every mail program supports `pre-wrap`. A
 * blockquote, so that no line can pass for one of ours in the text part either.
 */
function quotedMessage(message: string): Html {
  const lines = unlinked(visitorText(message).trim()).split('\n').map(indented);
  return html`<blockquote dir="auto" class="message">${lines.map((line, i) => html`${i === 0 ? '' : html`<br>`}${line}`)}</blockquote>`;
}

function indented(line: string): string {
  return line.replace(/^[ \t]+/, (space) => '\u00a0'.repeat(space.replaceAll('\t', '    ').length));
}

/** The subject, in which `{name}` is the site's, the heading, and the paragraphs. */
const RECEIPTS: Record<SentInquiry['kind'] | 'demo', readonly [string, string, ...string[]]> = {
  waitlist: [
    "You are on {name}'s waitlist",
    'You are on the waitlist',
    'The platform is still being built. We will write when there is a place for you.',
    'If you also asked us a question, we will reply by email.',
  ],
  investor: [
    '{name} has your investor enquiry',
    'Thank you for your interest',
    'Your enquiry is with us, and we will reply by email.',
  ],
  demo: [
    '{name} has your demo request',
    'Your demo request is with us',
    'A scientist will read it and propose a time within two business days.',
    'A demo takes 30 minutes: we show the prediction models and discuss your use cases, and the technical team answers your questions.',
  ],
  contact: [
    '{name} has your message',
    'Your message is with us',
    'Thank you for writing. We respond within 24 hours.',
  ],
};

type InquiryReceiptProps = {
  site: SiteIdentity;
  inquiry: Pick<SentInquiry, 'kind' | 'requestType'>;
};

/**
 * It repeats nothing that was written, not even the name: nobody can use the form to send words of
 * their own to another person's mailbox.
 */
export function inquiryReceipt({ site, inquiry }: InquiryReceiptProps): Promise<RenderedEmail> {
  const { kind, requestType } = inquiry;
  const isDemo = kind === 'contact' && requestType === 'demo';
  const [subject, heading, ...next] = RECEIPTS[isDemo ? 'demo' : kind];
  return renderEmail(site, {
    subject: subject.replace('{name}', () => site.name),
    preview: next[0] ?? '',
    body: html`<h1 dir="auto">${heading}</h1>
${next.map((paragraph) => html`<p>${paragraph}</p>`)}
<p>To add anything, reply to this email.</p>`,
    footer: `You receive this because someone gave this address in a form on ${site.name}’s site. If it was not you, ignore this email, or reply and we will delete what we were sent.`,
  });
}
