import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

describe('a file outside the served folders', () => {
  const TRAVERSALS =
    '.. %2e%2e %2E. %252e%252e ..%2f.. ..%5c.. ..; .%00. %c0%ae%c0%ae ..%ef%bc%8f.. ....//'.split(
      ' ',
    );

  it('is not reached by any path traversal', async () => {
    const { get, site } = await serveSite();
    const secret = join(site.mediaDir, '..', 'secret.txt');
    writeFileSync(secret, 'needle');
    onTestFinished(() => rmSync(secret, { force: true }));
    for (const start of ['/static', '/media', '/blog', '/media/00', '/api', '']) {
      for (const traversal of TRAVERSALS) {
        for (const target of ['secret.txt', 'package.json', 'etc/passwd', 'share.png', 'x.md']) {
          const path = `${start}/${traversal}/${target}`;
          const { status, headers, body } = await get(path).catch(() => {
            throw new Error(`${path} was not answered once`);
          });
          expect([path, status < 500]).toEqual([path, true]);
          expect([path, body]).toEqual([path, expect.not.stringMatching(/needle|root:|"scripts"/)]);
          expect([path, headers.get('X-Content-Type-Options')]).toEqual([path, 'nosniff']);
        }
      }
    }
    expect(site.errors).toEqual([]);
  });
});
