import { describe, expect, it } from 'vitest';
import { POST, SMUGGLED, serveSite } from '../../../test/serve-site.ts';
import { listInquiries } from '../../inquiries/inbox.ts';

/** Messages whose framing proxies and servers may read differently. */
const AMBIGUOUS = [
  ['a length beside chunks', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n`],
  ['chunks beside a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n`],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['one length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ['a list of lengths', `${POST}Content-Length: 2, 2\r\n\r\n{}`],
  ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
  ['a length in another base', `${POST}Content-Length: 0x2\r\n\r\n{}`],
  ['a length that is too great', `${POST}Content-Length: 99999999999999999999\r\n\r\n{}`],
  ['another coding than chunks', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n`],
  ['a coding after chunks', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n`],
  ['two codings', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n`],
  ['a control character in a coding', `${POST}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n`],
  ['a space before a colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n`],
  ['a folded header', `${POST}X-A: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n`],
  ['a folded coding', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n`],
  ['lines that end in LF', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a header that ends in LF', 'GET / HTTP/1.1\r\nHost: x\nX-A: a\r\n\r\n'],
  ['a CR within a header', 'GET / HTTP/1.1\r\nHost: x\rX-A: a\r\n\r\n'],
  ['a NUL within a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
  ['a chunk whose size is none', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n`],
  ['a chunk with a sign', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n`],
  ['a chunk longer than it says', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n`],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['HTTP/2 beforehand', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['another version', 'GET / HTTP/3.7\r\nHost: x\r\n\r\n'],
  ['a method that there is not', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
] as const;

describe('a message with ambiguous framing', () => {
  it('is rejected, and nothing after it is parsed as a request', async () => {
    const { send, site } = await serveSite();
    for (const [what, text] of AMBIGUOUS) {
      const { answers, isClosed } = await send(`${text}\r\n${SMUGGLED}`);
      const statuses = answers.map(({ status }) => status);
      expect([what, statuses, isClosed]).toEqual([what, [400], true]);
    }
    expect(await listInquiries(site.site, { limit: 1 })).toMatchObject({ total: 0 });
  });

  it('is not confused with a valid one: chunks in any letter case, requests one after another', async () => {
    const { send } = await serveSite();
    const chunked = `${POST}Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    const { answers, isClosed } = await send(chunked + SMUGGLED);
    expect(answers.map(({ status }) => status)).toEqual([422, 200]);
    expect(isClosed).toBe(false);
  });

  it('has no effect in the body of a GET or HEAD, which closes the connection, or in one that was rejected unread', async () => {
    const { send } = await serveSite();
    const framings = [
      `Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
      `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ];
    for (const target of ['/', '/', '/static/a.js', '/api/blog/posts', '/nothing?q=1']) {
      for (const method of ['GET', 'HEAD']) {
        for (const framing of framings) {
          const { bytes, isClosed } = await send(
            `${method} ${target} HTTP/1.1\r\nHost: x\r\n${framing}`,
          );
          const statuses = bytes.match(/HTTP\/1\.1 \d+/g);
          expect([target, statuses, isClosed]).toEqual([target, ['HTTP/1.1 200'], true]);
        }
      }
    }
    const head = 'POST /api/admin/blog/posts HTTP/1.1\r\nHost: x\r\n';
    const { answers } = await send(head + framings[0]);
    expect(answers.map(({ status }) => status)).toEqual([401]);
  });
});
