import type { SiteIdentity } from '../site-identity.ts';
import { emailLayout, paragraph, title } from './email-layout.ts';
import type { Inquiry } from './inquiry.ts';
import { type RenderedEmail, renderEmail } from './render-email.ts';

type Parts = { site: SiteIdentity; inquiry: Pick<Inquiry, 'kind' | 'requestType'> };
type Words = { subject: string; title: string; next: readonly string[] };

const IN_TWO_DAYS = 'We answer within two business days, to the address that this mail went to.';

/**
 * Tells a visitor that the inquiry has come, and what is next. It says nothing of what was written,
 * not even the name: whoever gives another person's address cannot make us write to that person for
 * them.
 */
export async function inquiryReceipt({ site, inquiry }: Parts): Promise<RenderedEmail> {
  const words = copyFor(inquiry, site);
  const element = emailLayout({
    site,
    subject: words.subject,
    preview: words.next[0] ?? '',
    body: [
      title(words.title),
      ...words.next.map((each) => paragraph(each)),
      paragraph('If there is something to add, reply to this mail.'),
    ],
    footer: [
      `You receive this because someone gave this address in a form on ${site.name}'s site. If it was not you, there is nothing to do; reply, and we delete what we were sent.`,
    ],
  });
  return renderEmail(words.subject, element);
}

function copyFor({ kind, requestType }: Parts['inquiry'], { name }: SiteIdentity): Words {
  if (kind === 'waitlist') {
    return {
      subject: `You are on ${name}'s waitlist`,
      title: 'You are on the waitlist',
      next: [
        'The platform is still being built. We write to you when there is a place for you, and not before.',
        'If you asked us something along with it, we answer within two business days.',
      ],
    };
  }
  if (kind === 'investor') {
    return {
      subject: `${name} has your investor inquiry`,
      title: 'Thank you for your interest',
      next: [`Your inquiry is with us. ${IN_TWO_DAYS}`],
    };
  }
  if (requestType === 'demo') {
    return {
      subject: `${name} has your demo request`,
      title: 'Your demo request is with us',
      next: [
        `A scientist reads it and proposes a time. ${IN_TWO_DAYS}`,
        'A demo takes 30 minutes: we show the prediction models, discuss your use cases, and the technical team answers your questions.',
      ],
    };
  }
  return {
    subject: `${name} has your message`,
    title: 'Your message is with us',
    next: [`Thank you for writing. A scientist reads your message. ${IN_TWO_DAYS}`],
  };
}
