import { emailLayout, paragraph, title } from '../../mail/email-layout.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';
import type { Inquiry } from '../inquiry.ts';

type InquiryReceiptProps = { site: SiteIdentity; inquiry: Pick<Inquiry, 'kind' | 'requestType'> };
type Copy = { subject: string; title: string; next: readonly string[] };

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
      paragraph('To add anything, reply to this email.'),
    ],
    footer: [
      `You receive this because someone gave this address in a form on ${site.name}’s site. If it was not you, ignore this email, or reply and we will delete what we were sent.`,
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
        'The platform is still being built. We will write when there is a place for you.',
        'If you also asked us a question, we will reply by email.',
      ],
    };
  }
  if (kind === 'investor') {
    return {
      subject: `${name} has your investor enquiry`,
      title: 'Thank you for your interest',
      next: ['Your enquiry is with us, and we will reply by email.'],
    };
  }
  if (requestType === 'demo') {
    return {
      subject: `${name} has your demo request`,
      title: 'Your demo request is with us',
      next: [
        'A scientist will read it and propose a time within two business days.',
        'A demo takes 30 minutes: we show the prediction models and discuss your use cases, and the technical team answers your questions.',
      ],
    };
  }
  return {
    subject: `${name} has your message`,
    title: 'Your message is with us',
    next: ['Thank you for writing. We respond within 24 hours.'],
  };
}
