import { Agent, request as ask } from 'node:http';
import { parseArgs } from 'node:util';
import { startProductionSite } from '../../test/production-site.ts';
import type { ApiDocument } from './fuzz/document.ts';
import type { FuzzAnswer } from './fuzz/judge.ts';
import type { FuzzRequest, Known } from './fuzz/requests.ts';
import { describeFault, fuzzSite } from './fuzz/run.ts';
import { type Trial, wholeNumber } from './trial.ts';

const CONCURRENCY = 8;

/** An answer that has not come by then is none; in milliseconds. */
const PATIENCE = 30_000;

/** Bytes of a body. */
const LARGE = 32 * 1024;

/** Told of at most. */
const MOST_TOLD = 20;

export const fuzz: Trial = {
  name: 'fuzz',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        requests: { type: 'string', default: '20000' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
        'database-url': { type: 'string', default: '' },
      },
    });
    const requests = wholeNumber('requests', values.requests);
    const seed = wholeNumber('seed', values.seed);
    const site = await startProductionSite({
      DATABASE_URL: values['database-url'],
      LIVE_FORMS: 'on',
      BACKUPS: 'off',
      // So that each request can come from a network of its own.
      TRUST_PROXY: '127.0.0.1',
    });
    const client = createClient(site.address);
    try {
      console.log(`fuzz: ${requests} requests, ${CONCURRENCY} at once, --seed ${seed}`);
      const document = (await client.getJson('/api/openapi.json')) as ApiDocument;
      const { faults, slowest, statuses, calls } = await fuzzSite({
        document,
        known: await whatIsKnown(client),
        ask: client.ask,
        signIn: () => client.signIn(site.administrator),
        seed,
        requests,
        concurrency: CONCURRENCY,
      });
      console.log(`answers by status: ${JSON.stringify(statuses)}`);
      console.log(
        `calls: ${calls.described} in the document, ${calls.made} made, ${calls.succeeded} of them with success`,
      );
      console.log('slowest answers:');
      for (const { name, status, milliseconds } of slowest) {
        console.log(
          `  ${milliseconds.toFixed(0).padStart(5)} ms  ${status}  ${name.slice(0, 100)}`,
        );
      }
      for (const fault of faults.slice(0, MOST_TOLD)) console.log(describeFault(fault));
      if (faults.length > 0) console.log(`${faults.length} faults; again with --seed ${seed}`);
      return faults.length === 0;
    } finally {
      client.close();
      await site.stop();
    }
  },
};

function createClient(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let networks = 0;

  /** Each request comes from a network that nobody has heard of yet. */
  function nextNetwork(): string {
    networks += 1;
    return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  }

  function send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | null,
  ): Promise<FuzzAnswer> {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const options = {
        // A connection may end with a body that was refused before it was read.
        agent: (body?.length ?? 0) > LARGE ? false : agent,
        method,
        path,
        headers: {
          'X-Forwarded-For': nextNetwork(),
          ...headers,
          ...(body !== null && { 'Content-Length': String(body.length) }),
        },
      };
      const sent = ask(address, options, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string | undefined>,
            body: Buffer.concat(pieces),
            milliseconds: performance.now() - began,
          }),
        );
      });
      sent.setTimeout(PATIENCE, () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
      sent.once('error', reject);
      sent.end(body ?? undefined);
    });
  }

  return {
    ask(request: FuzzRequest, token: string | null): Promise<FuzzAnswer> {
      const { method, path, headers, body } = request;
      const sent = wireSafe(headers);
      if (token !== null) sent.Authorization = `Bearer ${token}`;
      return send(method, `/api${path}`, sent, body).catch(
        // Somebody who is refused while still sending may find the connection closed.
        (error: Error) => ({
          status: 599,
          headers: {},
          body: Buffer.from(error.message),
          milliseconds: Number.POSITIVE_INFINITY,
        }),
      );
    },
    async getJson(path: string): Promise<unknown> {
      return JSON.parse((await send('GET', path, {}, null)).body.toString());
    },
    async signIn(credentials: { email: string; password: string }): Promise<string> {
      const body = Buffer.from(JSON.stringify(credentials));
      const type = { 'Content-Type': 'application/json' };
      const answer = await send('POST', '/api/admin/login', type, body);
      if (answer.status !== 200) throw new Error(`The owner cannot sign in: ${answer.body}`);
      return (JSON.parse(answer.body.toString()) as { access_token: string }).access_token;
    },
    close: () => agent.destroy(),
  };
}

/** Headers go over the wire in bytes. */
function wireSafe(headers: Record<string, string>): Record<string, string> {
  const inBytes = (value: string) => Buffer.from(value).toString('latin1');
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inBytes(value)]));
}

async function whatIsKnown(client: ReturnType<typeof createClient>): Promise<Known> {
  const { posts } = (await client.getJson('/api/blog/posts')) as {
    posts: { slug: string; id: string }[];
  };
  return { slugs: posts.map(({ slug }) => slug), ids: posts.map(({ id }) => id) };
}
