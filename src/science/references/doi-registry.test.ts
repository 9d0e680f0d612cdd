import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDoiRegistry } from './doi-registry.ts';

const DOI = '10.1000/a<b>?c#d';
const ITEM = {
  type: 'journal-article',
  title: 'Structure &amp; <i>function</i>',
  author: [{ given: 'A', family: 'Smith' }],
  DOI,
};

async function serve(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['user-agent']}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  let now = 1;
  const lookUp = createDoiRegistry('https://site.test', {
    registry: `http://127.0.0.1:${port}`,
    timeout: 300,
    elapsed: () => now,
  });
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { lookUp, asked, advance };
}

describe('the registry of DOIs', () => {
  it('is asked once for a work, whose text is plain', async () => {
    const { lookUp, asked } = await serve((_, response) => response.end(JSON.stringify(ITEM)));
    const found = {
      type: 'article-journal',
      title: 'Structure & function',
      author: [{ given: 'A', family: 'Smith' }],
      DOI,
    };
    expect(await lookUp(DOI)).toEqual(found);
    expect(await lookUp(DOI.toUpperCase())).toEqual(found);
    expect(asked).toEqual([
      'GET /works/10.1000%2Fa%3Cb%3E%3Fc%23d/transform/application/vnd.citationstyles.csl+json Ligara (https://site.test)',
    ]);
  });

  it('knows nothing of a DOI that it does not have, nor of an answer that says nothing', async () => {
    const { lookUp, asked } = await serve((request, response) => {
      response.statusCode = request.url?.includes('none') ? 404 : 200;
      response.end(request.url?.includes('null') ? 'null' : '{}');
    });
    for (const doi of ['10.1000/none', '10.1000/null', '10.1000/empty', '10.1000/none']) {
      expect(await lookUp(doi)).toBe('unknown');
    }
    expect(asked).toHaveLength(3);
  });

  it.each<[string, RequestListener]>([
    ['leads to another host', (_, response) => response.writeHead(302, { Location: '/x' }).end()],
    ['fails', (_, response) => response.writeHead(500).end()],
    ['sends no JSON', (_, response) => response.end('<html>')],
    ['sends no text', (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['breaks off', (_, response) => response.writeHead(200, { 'Content-Length': 100 }).destroy()],
    ['sends more than a megabyte', (_, response) => response.end(`"${'x'.repeat(1_100_000)}"`)],
    ['says nothing', () => undefined],
    ['sends without end', (_, response) => void response.write('{')],
  ])('leaves a DOI as it is, and is not asked again at once, when it %s', async (_, answer) => {
    const { lookUp, asked, advance } = await serve(answer);
    expect(await lookUp('10.1000/1')).toBe('unavailable');
    expect(await lookUp('10.1000/2')).toBe('unavailable');
    expect(asked).toHaveLength(1);
    advance(30_001);
    expect(await lookUp('10.1000/1')).toBe('unavailable');
    expect(asked).toHaveLength(2);
  });
});
