import { expect, test } from 'vitest';
import type { AuditEvent } from '../../audit.ts';
import { AUDIT_ACTIONS } from '../../audit-actions.ts';
import { describeEvent } from './audit-event.ts';

const event = (change: Partial<AuditEvent>): AuditEvent => ({
  id: 'cc97444b-f95b-4484-909d-319fb3ba9e55',
  at: '2026-03-01T09:00:00.000Z',
  actor: 'ada@site.test',
  action: 'signed-in',
  subject: '',
  title: null,
  detail: null,
  ...change,
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const ADA = 'ada@site.test';

test.each<[string, AuditEvent['action'], string, string | null, string | null]>([
  ['ada@site.test signed in with Firefox on Linux', 'signed-in', FIREFOX, null, ADA],
  ['ada@site.test signed out', 'signed-out', '', null, ADA],
  ['ada@site.test changed their password', 'password-changed', ADA, null, ADA],
  ['The program changed the password of ada@site.test', 'password-changed', ADA, null, null],
  ['ada@site.test edited “On binding”', 'post-edited', 'on-binding', 'On binding', ADA],
  ['ada@site.test edited “Why ‘a’ ‘b’”', 'post-edited', 'leak', 'Why "a" “b”', ADA],
  ['ada@site.test edited /blog/gone', 'post-edited', 'gone', null, ADA],
  ['ada@site.test deleted /blog/gone', 'post-deleted', 'gone', null, ADA],
])('who did what can be read: %s', (sentence, action, subject, title, actor) => {
  const described = describeEvent(event({ action, subject, title, actor }));
  expect(`${described.actor} ${described.action} ${described.object}`.trim()).toBe(sentence);
});

test('every action of the audit log has words', () => {
  for (const action of AUDIT_ACTIONS) expect(describeEvent(event({ action })).action).not.toBe('');
});

test('an event links to its post, unless the post is deleted', () => {
  const edited = event({ action: 'post-edited', subject: 'a', title: 'A' });
  expect(describeEvent(edited).href).toBe('/admin/edit-post/a/revisions');
  expect(describeEvent({ ...edited, title: null }).href).toBeUndefined();
  expect(describeEvent({ ...edited, action: 'post-deleted' }).href).toBeUndefined();
});
