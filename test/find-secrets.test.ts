import { describe, expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

const SECRET = 'pass "word" & zoë/ü+';
const needles = [{ what: 'a password', value: SECRET }];

const foundIn = (text: string) => findSecrets(text, needles).map(({ what }) => what);

describe('what must not be in a log', () => {
  it.each([
    ['as it is', `x ${SECRET} y`],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in JSON within JSON', JSON.stringify({ a: JSON.stringify({ b: SECRET }) })],
    ['in a URL', `/login?p=${encodeURIComponent(SECRET)}&x`],
    ['in a form', new URLSearchParams({ p: SECRET }).toString()],
    ...['', 'a', 'ab', 'abc'].map((before): [string, string] => [
      `in base64 after ${before.length}`,
      Buffer.from(`${before}${SECRET} and more`).toString('base64'),
    ]),
    ['in base64url', Buffer.from(`user:${SECRET}`).toString('base64url')],
  ])('is found %s', (_where, line) => {
    expect(foundIn(`first\n${line}\nlast`)).toEqual(['a password']);
    expect(findSecrets(`first\n${line}`, needles)[0]?.line).toBe(2);
  });

  it.each([
    ['an e-mail address', '{"level":30,"msg":"to ada@lab.example"}'],
    ['an e-mail address', '{"level":30,"path":"/x/ada%40lab.example"}'],
    ['a bearer token', '{"level":30,"authorization":"Bearer abcdefghijklmnopqrstuvwxyz"}'],
    ['a password hash', '{"level":30,"row":"$argon2id$v=19$m=19456"}'],
    ['a password in a setting', '{"level":30,"url":"postgres://site:secret@db/site"}'],
  ])('is found by its looks: %s', (what, line) => {
    expect(foundIn(line)).toEqual([what]);
  });

  it('is not seen in what says nothing', () => {
    const log = '{"level":30,"request":"x-1","path":"/api/admin/login","status":401,"ms":31.2}';
    expect(foundIn(`${log}\n✓ signs in admin@site.test`)).toEqual([]);
  });
});
