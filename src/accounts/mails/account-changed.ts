import { button, formatInstant, html, renderEmail } from '../../mail/email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';

type AccountChangedProps = {
  site: SiteIdentity;
  email: string;
  /** A sentence without its full stop. */
  change: string;
  /** ISO 8601 in UTC. */
  at: string;
};

/** Tells the owner of an account that its password or its second factors have changed. */
export function accountChanged({ site, email, change, at }: AccountChangedProps) {
  return renderEmail(site, {
    subject: change,
    preview: 'If it was not you, choose a new password at once.',
    body: html`<h1 dir="auto">${change}</h1>
<p>It was done on ${formatInstant(at, site.timeZone)}, for the account ${email} at ${site.name}. If it was you, you need not do anything.</p>
<p>If it was not you, choose a new password at once, and remove what you do not know in your account.</p>
${button(`${site.url}/admin/forgot-password`, 'Choose a new password')}`,
    footer: 'You get this email because the way to sign in to your account has changed.',
  });
}
