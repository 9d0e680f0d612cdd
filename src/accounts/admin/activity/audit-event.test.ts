import { describe, expect, test } from 'vitest';
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

function sentence(change: Partial<AuditEvent>): string {
  const { actor, action, object } = describeEvent(event(change));
  return `${actor} ${action} ${object}`.trim();
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('who did what can be read', () => {
  test.each<[string, Partial<AuditEvent>]>([
    ['ada@site.test signed in with Firefox on Linux', { subject: FIREFOX }],
    ['ada@site.test signed out', { action: 'signed-out' }],
    [
      'ada@site.test changed their password',
      { action: 'password-changed', subject: 'ada@site.test' },
    ],
    [
      'The program changed the password of ada@site.test',
      { action: 'password-changed', actor: null, subject: 'ada@site.test' },
    ],
    [
      'ada@site.test edited “On binding”',
      { action: 'post-edited', subject: 'on-binding', title: 'On binding' },
    ],
    [
      'ada@site.test edited “Why ‘good’ benchmarks ‘leak’”',
      { action: 'post-edited', subject: 'leak', title: 'Why "good" benchmarks “leak”' },
    ],
    ['ada@site.test edited /blog/gone', { action: 'post-edited', subject: 'gone' }],
    ['ada@site.test deleted /blog/gone', { action: 'post-deleted', subject: 'gone' }],
  ])('%s', (words, change) => {
    expect(sentence(change)).toBe(words);
  });

  test('whatever is recorded', () => {
    for (const action of AUDIT_ACTIONS)
      expect(describeEvent(event({ action })).action).not.toBe('');
  });
});

test('an event links to its post, unless the post is deleted', () => {
  const edited = event({ action: 'post-edited', subject: 'a', title: 'A' });
  expect(describeEvent(edited).href).toBe('/admin/edit-post/a/revisions');
  expect(describeEvent({ ...edited, title: null }).href).toBeUndefined();
  expect(describeEvent({ ...edited, action: 'post-deleted' }).href).toBeUndefined();
});
