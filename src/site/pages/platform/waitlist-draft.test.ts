import { describe, expect, test } from 'vitest';
import { site } from '../../../content/site.ts';
import { waitlistDraft } from './waitlist.tsx';

const values = {
  name: 'Sample Person',
  email: 'sample@example.org',
  company: 'Assays & Sons',
  role: 'Medicinal chemist',
  message: 'Selectivity?\nAnd 100% of the uncertainty.',
};
const submittedAt = new Date('2026-02-03T04:05:06Z');

function read(draft: string) {
  const url = new URL(draft);
  return {
    to: url.pathname,
    subject: url.searchParams.get('subject'),
    body: url.searchParams.get('body'),
  };
}

describe('the mail draft of the waitlist', () => {
  test('is addressed to our info mailbox, with the subject for its filter', () => {
    const draft = waitlistDraft(values, submittedAt);
    expect(draft).toMatch(/^mailto:/);
    expect(read(draft)).toMatchObject({
      to: site.email.info,
      subject: 'New Waitlist Registration',
    });
  });

  test('lists everything that was filled in, and when', () => {
    expect(read(waitlistDraft(values, submittedAt)).body?.split('\r\n')).toEqual([
      'Name: Sample Person',
      'Email: sample@example.org',
      'Company: Assays & Sons',
      'Role: Medicinal chemist',
      'Message: Selectivity?',
      'And 100% of the uncertainty.',
      expect.stringMatching(/^Submitted: February 3, 2026 at 2:05:06/),
    ]);
    const { body } = read(waitlistDraft({ name: 'Sample', email: 'a@example.org' }, submittedAt));
    expect(body).toContain('Company: \r\nRole: \r\nMessage: \r\nSubmitted: ');
  });

  test('escapes characters that have a meaning in URLs', () => {
    const message = 'a+b=c & 50% #1 ?subject=other "ligand" – μM';
    expect(read(waitlistDraft({ ...values, message }, submittedAt))).toMatchObject({
      subject: 'New Waitlist Registration',
      body: expect.stringContaining(`Message: ${message}`),
    });
    expect(waitlistDraft(values, submittedAt)).not.toContain('+');
  });
});
