import { expect, it } from 'vitest';
import { postInputSchema } from '../../../src/posts/post-input.ts';
import { makeApp } from '../../../test/make-app.ts';
import type { ApiDocument } from './document.ts';
import type { FuzzRequest } from './requests.ts';
import { describeFault, fuzzSite } from './run.ts';

/** As `npm run trial -- fuzz`, with few requests and without a port. */
async function fuzz(requests: number, change: (document: ApiDocument) => void = () => undefined) {
  const site = await makeApp({ liveForms: true });
  const post = await site.services.posts.createPost(
    postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', status: 'published' }),
  );
  if (!post.ok) throw new Error('There is no post');
  const send = async (request: FuzzRequest, token: string | null) => {
    const response = await site.app.fetch(toRequest(request, token));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
      milliseconds: 0,
    };
  };
  const document = (await (await site.get('/api/openapi.json')).json()) as ApiDocument;
  change(document);
  const result = await fuzzSite({
    document,
    known: { slugs: ['a'], ids: [post.value.id] },
    send,
    signIn: site.signIn,
    seed: 7,
    requests,
    concurrency: 1,
  });
  return { ...result, errors: site.errors };
}

function toRequest({ method, path, headers, body }: FuzzRequest, token: string | null): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    sent.set(name, Buffer.from(value).toString('latin1'));
  }
  if (token !== null) sent.set('Authorization', `Bearer ${token}`);
  const mayHaveBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`https://site.test/api${path}`, {
    method,
    headers: sent,
    ...(mayHaveBody && body !== null && { body: new Uint8Array(body) }),
  });
}

it('answers 300 wrong requests as the document says, none of them with an error', async () => {
  const { faults, errors, calls } = await fuzz(300);
  expect(faults.map(describeFault).join('\n\n')).toBe('');
  expect(errors).toEqual([]);
  expect(calls.made).toBe(calls.described);
});

it('would tell of an answer that the document does not have', async () => {
  const { faults } = await fuzz(200, ({ paths, components }) => {
    for (const { post } of Object.values(paths)) delete post?.responses['422'];
    components.schemas.ValidationError = { type: 'object', properties: {} };
  });
  const told = faults.map(describeFault).join('\n\n');
  expect(told).toContain('status 422, which the document does not state');
  expect(told).toContain('must NOT have additional properties');
});
