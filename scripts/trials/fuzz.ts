import { parseArgs } from 'node:util';
import { startProductionSite } from '../../test/production-site.ts';
import { createHttpClient } from '../harness/http-client.ts';
import type { ApiDocument } from './fuzz/document.ts';
import type { FuzzResponse } from './fuzz/judge.ts';
import type { FuzzRequest } from './fuzz/requests.ts';
import { describeFault, fuzzSite } from './fuzz/run.ts';
import type { Known } from './fuzz/urls.ts';
import { type Trial, wholeNumber } from './trial.ts';

const CONCURRENCY = 8;

/** Bytes of a body. */
const LARGE = 32 * 1024;

const MAX_REPORTED = 20;

export const fuzz: Trial = {
  name: 'fuzz',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        requests: { type: 'string', default: '20000' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      },
    });
    const requests = wholeNumber('requests', values.requests);
    const seed = wholeNumber('seed', values.seed);
    const site = await startProductionSite({
      LIVE_FORMS: 'on',
      BACKUPS: 'off',
      // Lets each request claim its own network.
      TRUST_PROXY: '127.0.0.1',
    });
    const client = createClient(site.address);
    try {
      console.log(`fuzz: ${requests} requests, ${CONCURRENCY} at once, --seed ${seed}`);
      const document = (await client.getJson('/api/openapi.json')) as ApiDocument;
      const { faults, slowest, statuses, calls } = await fuzzSite({
        document,
        known: await readKnown(client),
        send: client.send,
        signIn: () => client.signIn(site.administrator),
        seed,
        requests,
        concurrency: CONCURRENCY,
      });
      console.log(`responses by status: ${JSON.stringify(statuses)}`);
      console.log(
        `calls: ${calls.described} in the document, ${calls.made} made, ${calls.succeeded} of them with success`,
      );
      console.log('slowest responses:');
      for (const { name, status, milliseconds } of slowest) {
        console.log(
          `  ${milliseconds.toFixed(0).padStart(5)} ms  ${status}  ${name.slice(0, 100)}`,
        );
      }
      for (const fault of faults.slice(0, MAX_REPORTED)) console.log(describeFault(fault));
      if (faults.length > 0) console.log(`${faults.length} faults; again with --seed ${seed}`);
      return faults.length === 0;
    } finally {
      client.close();
      await site.stop();
    }
  },
};

function createClient(address: string) {
  const http = createHttpClient(address, CONCURRENCY);
  let networks = 0;

  /** Rate limits count by network: each request comes from a new one. */
  function nextNetwork(): string {
    networks += 1;
    return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  }

  async function send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | null,
  ): Promise<FuzzResponse> {
    const response = await http.send(path, {
      method,
      headers: { 'X-Forwarded-For': nextNetwork(), ...headers },
      body,
      // The site closes a connection whose body it rejects before it has read it.
      ownConnection: (body?.length ?? 0) > LARGE,
    });
    return {
      status: response.status,
      headers: response.headers as Record<string, string | undefined>,
      body: response.body,
      milliseconds: response.ended - response.started,
    };
  }

  return {
    send(request: FuzzRequest, token: string | null): Promise<FuzzResponse> {
      const { method, path, headers, body } = request;
      const sent = wireSafe(headers);
      if (token !== null) sent.Authorization = `Bearer ${token}`;
      return send(method, `/api${path}`, sent, body).catch(
        // A client that is rejected while it sends may find the connection closed.
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
      const response = await send('POST', '/api/admin/login', type, body);
      if (response.status !== 200) throw new Error(`The owner cannot sign in: ${response.body}`);
      return (JSON.parse(response.body.toString()) as { access_token: string }).access_token;
    },
    close: http.close,
  };
}

/** Node sends headers in Latin-1: each byte of UTF-8 becomes one character. */
function wireSafe(headers: Record<string, string>): Record<string, string> {
  const asLatin1 = (value: string) => Buffer.from(value).toString('latin1');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, asLatin1(value)]),
  );
}

async function readKnown(client: ReturnType<typeof createClient>): Promise<Known> {
  const { posts } = (await client.getJson('/api/blog/posts')) as {
    posts: { slug: string; id: string }[];
  };
  return { slugs: posts.map(({ slug }) => slug), ids: posts.map(({ id }) => id) };
}
