import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../../test/make-app.ts';
import { makeAssets, respondWith } from '../../../../test/make-assets.ts';

const SCRIPT = '// a script\n'.repeat(200);

/** The compressed copies hold another text, so that a test sees which of them was sent. */
const FILES = {
  'static/a.js': SCRIPT,
  'static/a.js.br': brotliCompressSync(`${SCRIPT}// in brotli`),
  'static/a.js.gz': gzipSync(`${SCRIPT}// in gzip`),
  'static/b.woff2': 'font'.repeat(500),
  'c.svg': '<svg>'.repeat(500),
};

async function read(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get('Content-Encoding');
  if (encoding === null) return body.toString();
  return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString();
}

const encodingOf = (response: Response) => response.headers.get('Content-Encoding');

describe('a built file', () => {
  it('that is an SVG image may use its own styles, and nothing else', async () => {
    const assets = await makeAssets({ 'd.svg': '<svg><style>.a{fill:red}</style></svg>' });
    const { headers } = await respondWith(assets, '/d.svg');
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toMatch(/^default-src 'none'; .*style-src 'sha256-[\w+/]{43}='$/);
    expect(policy).not.toContain('img-src');
  });

  it('comes as it was compressed by the build, and is immutable', async () => {
    const assets = await makeAssets(FILES);
    for (const [accepted, encoding, ending] of [
      ['gzip, deflate, br, zstd', 'br', '// in brotli'],
      ['gzip', 'gzip', '// in gzip'],
      ['identity', null, '// a script\n'],
    ] as const) {
      const response = await respondWith(assets, '/static/a.js', accepted);
      expect([accepted, response.status, encodingOf(response)]).toEqual([accepted, 200, encoding]);
      expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
      expect(await read(response)).toMatch(new RegExp(`${ending}$`));
    }
  });

  it('is compressed at runtime unless its format is compressed already', async () => {
    const assets = await makeAssets(FILES);
    const font = await respondWith(assets, '/static/b.woff2', 'br');
    expect([encodingOf(font), font.headers.get('Vary')]).toEqual([null, null]);
    expect(await font.text()).toBe('font'.repeat(500));
    const drawing = await respondWith(assets, '/c.svg', 'br');
    expect([encodingOf(drawing), await read(drawing)]).toEqual(['br', '<svg>'.repeat(500)]);
    expect(drawing.headers.get('Cache-Control')).toBe('public, max-age=3600');
    // One that is gone is a page like any other.
    const gone = await (await makeApp()).get('/static/gone.js');
    expect(await gone.text()).toContain('<title>');
    expect(gone.headers.get('Cache-Control')).not.toContain('immutable');
  });
});
