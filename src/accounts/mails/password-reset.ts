import { button, formatInstant, html, linkInWords, renderEmail } from '../../mail/email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';

type PasswordResetProps = {
  site: SiteIdentity;
  /** The account's address. */
  email: string;
  resetUrl: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
};

/** Leads to a page on which a new password is chosen. */
export function passwordReset({ site, email, resetUrl, expiresAt }: PasswordResetProps) {
  return renderEmail(site, {
    subject: `A new password for your account at ${site.name}`,
    preview:
      'The link works once, within an hour. If you do not use it, your password stays the same.',
    body: html`<h1 dir="auto">Choose a new password</h1>
<p>Someone asked for a new password for the account ${email}. If it was you, choose one on the page that this button opens.</p>
${button(resetUrl, 'Choose a new password')}
<p>The link works once, until ${formatInstant(expiresAt, site.timeZone)}. Once you choose a new password, you are signed out everywhere. Two-step sign-in stays as it is.</p>
${linkInWords(resetUrl)}`,
    footer:
      'If it was not you, you need not do anything: your password stays the same. Never pass this link on.',
  });
}
