import { longDate } from '../../admin/times.ts';
import { site } from '../../content/site.ts';
import type { Inquiry } from '../inbox.ts';

/** Some mail programs reject URLs of more than about 2,000 characters. */
const MAX_URL_LENGTH = 1_900;

const SUBJECTS: Record<Inquiry['kind'], string> = {
  contact: `your message to ${site.name}`,
  investor: `your investor inquiry to ${site.name}`,
  waitlist: `${site.name}'s waitlist`,
};

type RepliedInquiry = Pick<Inquiry, 'kind' | 'name' | 'email' | 'message' | 'receivedAt'>;

/** The mailto URL (RFC 6068) of a reply that quotes the message, cut to the maximum length. */
export function replyUrl({ kind, name, email, message, receivedAt }: RepliedInquiry): string {
  const draft = (quoted: string) => {
    const lines = quoted.split(/\r\n|\r|\n/).map((line) => (line === '' ? '>' : `> ${line}`));
    const opening = `On ${oneLine(longDate(receivedAt))}, ${oneLine(name)} wrote:`;
    // Everything is encoded, also the email, so that nothing can add a header.
    const to = encodeURIComponent(email).replace('%40', '@');
    const body = ['', '', opening, ...lines].join('\r\n');
    return `mailto:${to}?subject=${encodeURIComponent(`Re: ${SUBJECTS[kind]}`)}&body=${encodeURIComponent(body)}`;
  };
  const characters = [...message.trim()];
  let url = draft(characters.join(''));
  // An encoded character takes 12 at most.
  while (url.length > MAX_URL_LENGTH && characters.length > 0) {
    characters.splice(-Math.ceil((url.length - MAX_URL_LENGTH) / 12));
    url = draft(`${characters.join('')} […]`);
  }
  return url;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
