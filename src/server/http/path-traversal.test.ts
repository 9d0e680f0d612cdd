import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

describe('a file outside the served folders', () => {
  const TRAVERSALS = [
    '..',
    '%2e%2e',
    '%2E.',
    '%252e%252e',
    '..%2f..',
    '..%5c..',
    '..;',
    '.%00.',
    '%c0%ae%c0%ae',
    '..%ef%bc%8f..',
    '....//',
  ];

  it.each(['/static', '/media', '/blog', '/media/00', '/api', ''])(
    'is not reached from %s by any path traversal',
    async (start) => {
      const { get, site } = await serveSite();
      writeFileSync(join(site.mediaDir, '..', 'secret.txt'), 'needle');
      onTestFinished(() => rmSync(join(site.mediaDir, '..', 'secret.txt'), { force: true }));
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
      expect(site.errors).toEqual([]);
    },
  );
});
