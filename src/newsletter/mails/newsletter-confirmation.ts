import {
  callToAction,
  emailLayout,
  link,
  paragraph,
  small,
  title,
} from '../../mail/email-layout.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';

type NewsletterConfirmationProps = {
  site: SiteIdentity;
  confirmUrl: string;
  validDays: number;
};

/** Asks the owner of a mailbox to confirm the newsletter (double opt-in). */
export async function newsletterConfirmation(
  props: NewsletterConfirmationProps,
): Promise<RenderedEmail> {
  const { site, confirmUrl, validDays } = props;
  const subject = `Confirm your address for ${site.name}’s newsletter`;
  const days = validDays === 1 ? 'one day' : `${validDays} days`;
  const element = emailLayout({
    site,
    subject,
    preview: `One more step: please confirm within ${days} to receive the newsletter.`,
    body: [
      title('Is this your address?'),
      paragraph(
        `Someone asked for ${site.name}’s newsletter at this address: validation results, methods and corrections from our work, when there is something worth reading. If it was you, please confirm.`,
      ),
      callToAction(confirmUrl, 'Confirm my address'),
      paragraph(`The link opens a page with one button, and is valid for ${days}.`),
      small('If the button does not work, open this address: ', link(confirmUrl, confirmUrl)),
    ],
    footer: [
      'If it was not you, ignore this email: we send nothing to an address that is not confirmed.',
    ],
  });
  return renderEmail(subject, element);
}
