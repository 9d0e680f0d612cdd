import type { AuditAction, AuditEvent } from '../../domain/audit.ts';
import { browserName } from './account/browser-name.ts';

/** An event as a sentence: who, did what, to what. */
export type Told = {
  actor: string;
  /** What was done, up to what it was done to. */
  deed: string;
  /** What it was done to; empty when the deed says it all. */
  object: string;
  /** Where that can be seen. */
  address?: string;
};

type Words = (event: AuditEvent) => Omit<Told, 'actor'>;

const WORDS: Record<AuditAction, Words> = {
  'signed-in': ({ subject }) => ({ deed: 'signed in with', object: browserName(subject) }),
  'signed-out': () => ({ deed: 'signed out', object: '' }),
  'session-ended': ({ subject }) => ({ deed: 'ended a session of', object: browserName(subject) }),
  'password-changed': ({ actor, subject }) =>
    actor === subject
      ? { deed: 'changed their password', object: '' }
      : { deed: 'changed the password of', object: subject },
  'authenticator-app-added': () => ({ deed: 'added an authenticator app', object: '' }),
  'authenticator-app-removed': () => ({ deed: 'removed the authenticator app', object: '' }),
  'passkey-added': ({ subject }) => ({ deed: 'added the passkey', object: `“${subject}”` }),
  'passkey-removed': ({ subject }) => ({ deed: 'removed the passkey', object: `“${subject}”` }),
  'recovery-codes-made': () => ({ deed: 'made new recovery codes', object: '' }),
  'recovery-code-used': () => ({ deed: 'used a recovery code', object: '' }),
  'second-factors-removed': ({ subject }) => ({
    deed: 'turned off two-step sign-in for',
    object: subject,
  }),
  'administrator-added': ({ subject }) => ({ deed: 'added the administrator', object: subject }),
  'administrator-removed': ({ subject }) => ({
    deed: 'removed the administrator',
    object: subject,
  }),
  'post-created': (event) => ({ deed: 'wrote', ...post(event) }),
  'post-edited': (event) => ({ deed: 'edited', ...post(event) }),
  'post-deleted': ({ subject }) => ({ deed: 'deleted', object: `/blog/${subject}` }),
  'preview-link-created': (event) => ({ deed: 'made a preview link for', ...post(event) }),
  'preview-link-revoked': (event) => ({ deed: 'revoked a preview link for', ...post(event) }),
  'picture-uploaded': ({ subject }) => ({ deed: 'uploaded the picture', object: subject }),
  'picture-removed': ({ subject }) => ({ deed: 'removed the picture', object: subject }),
  'newsletter-sent': (event) => ({ deed: 'sent to the subscribers', ...post(event) }),
  'newsletter-stopped': (event) => ({ deed: 'stopped sending', ...post(event) }),
  'subscriber-removed': () => ({ deed: 'removed a subscriber', object: '' }),
  'subscribers-exported': ({ subject }) => ({
    deed: 'exported subscribers:',
    object: subject,
  }),
  'inquiry-deleted': ({ subject }) => ({ deed: 'deleted an inquiry:', object: subject }),
  'inquiries-exported': ({ subject }) =>
    subject === ''
      ? { deed: 'exported all inquiries', object: '' }
      : { deed: 'exported inquiries:', object: subject },
  'person-exported': () => ({ deed: 'exported what is kept about a person', object: '' }),
  'person-erased': () => ({ deed: 'erased what was kept about a person', object: '' }),
};

export function told(event: AuditEvent): Told {
  return { actor: event.actor ?? 'The program', ...WORDS[event.action](event) };
}

/** A post by the title that was saved; one that is gone by its address, which is all that is left. */
function post({ subject, title }: AuditEvent): Pick<Told, 'object' | 'address'> {
  return title === null
    ? { object: `/blog/${subject}` }
    : { object: `“${title}”`, address: `/admin/edit-post/${subject}/revisions` };
}
