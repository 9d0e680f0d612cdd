import { button, html, linkInWords, renderEmail } from '../mail/email.ts';
import type { SiteIdentity } from '../server/site-identity.ts';

type NewsletterConfirmationProps = { site: SiteIdentity; confirmUrl: string; validDays: number };

export function newsletterConfirmation({
  site,
  confirmUrl,
  validDays,
}: NewsletterConfirmationProps) {
  return renderEmail(site, {
    subject: `Confirm your address for ${site.name}’s newsletter`,
    preview: `One more step: please confirm within ${validDays} days to receive the newsletter.`,
    body: html`<h1 dir="auto">Is this your address?</h1>
<p>Someone asked for ${site.name}’s newsletter at this address: validation results, methods and corrections from our work, when there is something worth reading. If it was you, please confirm.</p>
${button(confirmUrl, 'Confirm my address')}
<p>The link opens a page with one button, and is valid for ${validDays} days.</p>
${linkInWords(confirmUrl)}`,
    footer:
      'If it was not you, ignore this email: we send nothing to an address that is not confirmed.',
  });
}
