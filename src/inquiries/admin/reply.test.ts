import { expect, test } from 'vitest';
import { replyUrl } from './reply.ts';

const INQUIRY = {
  kind: 'contact',
  name: 'Ada Example',
  email: 'ada@lab.example',
  message: 'First line.\n\nSecond & last?',
  receivedAt: '2026-11-21T03:00:00.000Z',
} as const;

function read(address: string) {
  const { protocol, pathname, searchParams } = new URL(address.replaceAll('+', '%2B'));
  return { protocol, to: decodeURIComponent(pathname), fields: [...searchParams] };
}

test('a reply goes to who wrote, with a subject and the message quoted line by line', () => {
  expect(read(replyUrl(INQUIRY))).toEqual({
    protocol: 'mailto:',
    to: 'ada@lab.example',
    fields: [
      ['subject', 'Re: your message to Ligara'],
      [
        'body',
        '\r\n\r\nOn November 21, 2026, Ada Example wrote:\r\n> First line.\r\n>\r\n> Second & last?',
      ],
    ],
  });
});

test('nothing that a visitor wrote adds a recipient or a field to the draft', () => {
  const address = replyUrl({
    ...INQUIRY,
    name: 'Ada\r\nBcc: all@lab.example',
    email: 'ada@lab.example?bcc=all@lab.example&x=,b@lab.example',
    message: '&cc=all@lab.example#%0ABcc: x',
  });
  const { to, fields } = read(address);
  expect(to).toBe('ada@lab.example?bcc=all@lab.example&x=,b@lab.example');
  expect(fields.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(fields[1]?.[1]).toContain('Ada Bcc: all@lab.example wrote:');
  expect(address).not.toMatch(/[#\s,]/);
});

test.each(['a', '分', '💊', '\n'])(
  'a long message of %j is cut to what mail programs take',
  (sign) => {
    const address = replyUrl({ ...INQUIRY, message: `x${sign.repeat(9_999)}y` });
    expect(address.length).toBeLessThanOrEqual(1_900);
    expect(address.length).toBeGreaterThan(1_800);
    expect(read(address).fields[1]?.[1]).toMatch(/\[…\]$/);
  },
);
