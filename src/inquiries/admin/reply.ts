import { longDate } from '../../admin/times.ts';
import { site } from '../../content/site.ts';
import type { InquiryDetails } from '../inquiry-views.ts';

/** Some mail programs reject URLs of more than about 2,000 characters. */
const MAX_URL_LENGTH = 1_900;

const SUBJECTS: Record<InquiryDetails['kind'], string> = {
  contact: `your message to ${site.name}`,
  investor: `your investor inquiry to ${site.name}`,
  waitlist: `${site.name}'s waitlist`,
};

type RepliedInquiry = Pick<InquiryDetails, 'kind' | 'name' | 'email' | 'message' | 'receivedAt'>;

/** The mailto URL (RFC 6068) of a reply that quotes the message, cut to the maximum length. */
export function replyUrl({ kind, name, email, message, receivedAt }: RepliedInquiry): string {
  const draft = (quoted: string) => {
    const body = `\n\nOn ${oneLine(longDate(receivedAt))}, ${oneLine(name)} wrote:\n${quoted}`;
    // Everything is encoded, also the email, so that nothing can add a header.
    const to = encodeURIComponent(email).replace('%40', '@');
    return `mailto:${to}?subject=${encoded(`Re: ${SUBJECTS[kind]}`)}&body=${encoded(body)}`;
  };
  const characters = [...message.trim()];
  const full = draft(quote(characters.join('')));
  if (full.length <= MAX_URL_LENGTH) return full;
  const cut = (length: number) => draft(quote(`${characters.slice(0, length).join('')} […]`));
  // Binary search for the longest quote that fits: the encoded length of characters differs.
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (cut(middle).length <= MAX_URL_LENGTH) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Line breaks are CRLF in mail (RFC 6068, section 5). */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n'));
}
