import { emailLayout, paragraph, title } from '../../mail/email-layout.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';
import type { Inquiry } from '../inquiry.ts';

type InquiryReceiptProps = { site: SiteIdentity; inquiry: Pick<Inquiry, 'kind' | 'requestType'> };
type Copy = { subject: string; title: string; next: readonly string[] };

const IN_TWO_DAYS = 'We answer within two business days, to the address that this mail went to.';

/**
 * Confirms an inquiry to the visitor and says what happens next. It repeats nothing that was written, not even
 * the name: nobody can use the form to send words of their own to another person's mailbox.
 */
export async function inquiryReceipt({
  site,
  inquiry,
}: InquiryReceiptProps): Promise<RenderedEmail> {
  const copy = copyFor(inquiry, site);
  const element = emailLayout({
    site,
    subject: copy.subject,
    preview: copy.next[0] ?? '',
    body: [
      title(copy.title),
      ...copy.next.map((each) => paragraph(each)),
      paragraph('If there is something to add, reply to this mail.'),
    ],
    footer: [
      `You receive this because someone gave this address in a form on ${site.name}'s site. If it was not you, there is nothing to do; reply, and we delete what we were sent.`,
    ],
  });
  return renderEmail(copy.subject, element);
}

function copyFor(
  { kind, requestType }: InquiryReceiptProps['inquiry'],
  { name }: SiteIdentity,
): Copy {
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
