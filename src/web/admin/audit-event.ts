import type { AuditAction, AuditEvent } from '../../domain/audit.ts';
import { browserName } from './account/browser-name.ts';

/** An event as a sentence: actor, action, object. */
export type EventDescription = {
  actor: string;
  /** The verb phrase. */
  action: string;
  /** Empty when the action needs none. */
  object: string;
  /** The page of the object. */
  href?: string;
};

type Describe = (event: AuditEvent) => Omit<EventDescription, 'actor'>;

const DESCRIPTIONS: Record<AuditAction, Describe> = {
  'signed-in': ({ subject }) => ({ action: 'signed in with', object: browserName(subject) }),
  'signed-out': () => ({ action: 'signed out', object: '' }),
  'session-ended': ({ subject }) => ({
    action: 'ended a session of',
    object: browserName(subject),
  }),
  'password-changed': ({ actor, subject }) =>
    actor === subject
      ? { action: 'changed their password', object: '' }
      : { action: 'changed the password of', object: subject },
  'authenticator-app-added': () => ({ action: 'added an authenticator app', object: '' }),
  'authenticator-app-removed': () => ({ action: 'removed the authenticator app', object: '' }),
  'passkey-added': ({ subject }) => ({ action: 'added the passkey', object: `“${subject}”` }),
  'passkey-removed': ({ subject }) => ({ action: 'removed the passkey', object: `“${subject}”` }),
  'recovery-codes-made': () => ({ action: 'made new recovery codes', object: '' }),
  'recovery-code-used': () => ({ action: 'used a recovery code', object: '' }),
  'second-factors-removed': ({ subject }) => ({
    action: 'turned off two-step sign-in for',
    object: subject,
  }),
  'administrator-added': ({ subject }) => ({ action: 'added the administrator', object: subject }),
  'administrator-removed': ({ subject }) => ({
    action: 'removed the administrator',
    object: subject,
  }),
  'post-created': (event) => ({ action: 'wrote', ...post(event) }),
  'post-edited': (event) => ({ action: 'edited', ...post(event) }),
  'post-deleted': ({ subject }) => ({ action: 'deleted', object: `/blog/${subject}` }),
  'preview-link-created': (event) => ({ action: 'made a preview link for', ...post(event) }),
  'preview-link-revoked': (event) => ({ action: 'revoked a preview link for', ...post(event) }),
  'picture-uploaded': ({ subject }) => ({ action: 'uploaded the picture', object: subject }),
  'picture-removed': ({ subject }) => ({ action: 'removed the picture', object: subject }),
  'newsletter-sent': (event) => ({ action: 'sent to the subscribers', ...post(event) }),
  'newsletter-stopped': (event) => ({ action: 'stopped sending', ...post(event) }),
  'subscriber-removed': () => ({ action: 'removed a subscriber', object: '' }),
  'subscribers-exported': ({ subject }) => ({
    action: 'exported subscribers:',
    object: subject,
  }),
  'inquiry-deleted': ({ subject }) => ({ action: 'deleted an inquiry:', object: subject }),
  'inquiries-exported': ({ subject }) =>
    subject === ''
      ? { action: 'exported all inquiries', object: '' }
      : { action: 'exported inquiries:', object: subject },
  'person-exported': () => ({ action: 'exported what is kept about a person', object: '' }),
  'person-erased': () => ({ action: 'erased what was kept about a person', object: '' }),
};

export function describeEvent(event: AuditEvent): EventDescription {
  return { actor: event.actor ?? 'The program', ...DESCRIPTIONS[event.action](event) };
}

/** A post by its saved title; a deleted one by its path. */
function post({ subject, title }: AuditEvent): Pick<EventDescription, 'object' | 'href'> {
  return title === null
    ? { object: `/blog/${subject}` }
    : { object: `“${title}”`, href: `/admin/edit-post/${subject}/revisions` };
}
