import { expect, test } from 'vitest';
import type { Post } from '../../posts/post.ts';
import type { Issue } from '../issues.ts';
import { actionLabel, question, type Sendable, testNotice } from './newsletter-labels.ts';

const sendable: Sendable = {
  post: { title: 'Potency' } as Post,
  scheduled: null,
  issues: [],
  readers: 3,
  isLive: true,
  mailFolder: null,
};
const asked = (changes: Partial<Sendable> = {}, subject: string | null = 'Curves') =>
  question({ ...sendable, ...changes, written: { subject, introduction: '' } });

test('the sender of a newsletter confirms the subject that subscribers will read', () => {
  expect(asked()).toContain('Send “Curves” to 3 subscribers now?');
  expect(asked({}, null)).toContain('Send “Potency” to 3 subscribers now?');
  const issues = [{ sendAt: '2026-05-01T00:00:00Z' } as Issue];
  expect(asked({ issues })).toContain('Send it again, as “Curves”, to 3 subscribers?');
});

test('nobody believes that subscribers were reached by a site without a mail server', () => {
  const mailFolder = '/data/outbox';
  const shown = [
    asked({ mailFolder }),
    actionLabel({ ...sendable, mailFolder }, null),
    testNotice('ada@lab.example', mailFolder),
  ];
  expect(shown[0]).toContain('3 emails with the subject “Curves” to /data/outbox?');
  expect(shown[1]).toBe('Write 3 emails to files');
  expect(shown[2]).toContain('/data/outbox');
  expect(shown.join()).not.toMatch(/\bsen[dt]\b/i);
});
