import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** A page's text and pictures, without its styles and scripts. */
export type BarePage = { url: string; stop: () => void };

/** Serves the bare form of a page as a static file, compressed beforehand, with its pictures beside it. */
export async function serveBarePage(pageUrl: string): Promise<BarePage> {
  const { origin } = new URL(pageUrl);
  const body = brotliCompressSync(bareDocument(await (await fetch(pageUrl)).text()));
  const pictures = new Map<string, { type: string; bytes: Buffer }>();
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': 'br',
      });
      return response.end(body);
    }
    const picture = pictures.get(url) ?? (await fetchPicture(origin + url));
    pictures.set(url, picture);
    response.writeHead(200, { 'Content-Type': picture.type, 'Content-Encoding': 'br' });
    return response.end(picture.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

async function fetchPicture(url: string): Promise<{ type: string; bytes: Buffer }> {
  const answer = await fetch(url);
  const bytes = brotliCompressSync(Buffer.from(await answer.arrayBuffer()));
  return { type: answer.headers.get('Content-Type') ?? '', bytes };
}

function bareDocument(html: string): string {
  const title = /<title>[^<]*<\/title>/.exec(html)?.[0] ?? '';
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  const text = main.replace(/<(script|style|svg|canvas)\b[\s\S]*?<\/\1>/g, '');
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${title}<style>img { max-width: 100%; height: auto }</style><body>${text}`;
}
