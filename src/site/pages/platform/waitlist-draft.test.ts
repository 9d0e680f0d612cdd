import { expect, test } from 'vitest';
import { waitlistDraft } from './waitlist.tsx';

const submittedAt = new Date('2026-02-03T04:05:06Z');

test('the mail draft of the waitlist lists all that was filled in, and when, for our info mailbox', () => {
  const message = 'Selectivity?\na+b=c & 50% #1 ?subject=other "ligand" – μM';
  const draft = waitlistDraft({ name: 'Sample', email: 'a@example.org', message }, submittedAt);
  const { protocol, pathname, searchParams } = new URL(draft);
  expect([protocol, pathname]).toEqual(['mailto:', 'info@ligara.example']);
  expect(Object.fromEntries(searchParams)).toEqual({
    subject: 'New Waitlist Registration',
    body: expect.stringMatching(
      /^Name: Sample\r\nEmail: a@example.org\r\nCompany: \r\nRole: \r\nMessage: Selectivity\?\r\na\+b=c & 50% #1 \?subject=other "ligand" – μM\r\nSubmitted: February 3, 2026 at 2:05:06\sPM GMT\+10$/,
    ),
  });
  expect(draft).not.toContain('+');
});
