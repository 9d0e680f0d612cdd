import { button, formatInstant, html, linkInWords, renderEmail } from '../mail/email.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { Role } from './roles.ts';

export function accountChanged(site: SiteIdentity, email: string, change: string, at: string) {
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

type MailedLink = { url: string /** ISO 8601 in UTC. */; expiresAt: string };

const TASKS: Record<Role, { task: string; may: string }> = {
  administrator: {
    task: 'administer',
    may: 'As an administrator you can write and publish posts, answer enquiries, send the newsletter and manage people.',
  },
  writer: {
    task: 'write for',
    may: 'As a writer you can write, edit and publish posts, and add pictures.',
  },
};

export function invitation(
  site: SiteIdentity,
  { role, invitedBy }: { role: Role; invitedBy: string },
  { url, expiresAt }: MailedLink,
) {
  const task = `${TASKS[role].task} ${site.name}`;
  return renderEmail(site, {
    subject: `Your invitation to ${task}`,
    preview: 'Choose a password to get started. The link works once, within 48 hours.',
    body: html`<h1 dir="auto">You are invited to ${task}</h1>
<p>${invitedBy} has invited you. ${TASKS[role].may}</p>
${button(url, 'Accept the invitation')}
<p>The link opens a page where you choose a password. It works once, until ${formatInstant(expiresAt, site.timeZone)}.</p>
${linkInWords(url)}`,
    footer:
      'The link is for you alone: anyone who has it can take your place. If you did not expect an invitation, you need not do anything; it expires by itself.',
  });
}

export function passwordReset(site: SiteIdentity, email: string, { url, expiresAt }: MailedLink) {
  return renderEmail(site, {
    subject: `A new password for your account at ${site.name}`,
    preview:
      'The link works once, within an hour. If you do not use it, your password stays the same.',
    body: html`<h1 dir="auto">Choose a new password</h1>
<p>Someone asked for a new password for the account ${email}. If it was you, choose one on the page that this button opens.</p>
${button(url, 'Choose a new password')}
<p>The link works once, until ${formatInstant(expiresAt, site.timeZone)}. Once you choose a new password, you are signed out everywhere. Two-step sign-in stays as it is.</p>
${linkInWords(url)}`,
    footer:
      'If it was not you, you need not do anything: your password stays the same. Never pass this link on.',
  });
}
