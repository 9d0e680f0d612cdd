import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, operationsOf } from '../../test/api-document.ts';
import { makeApp } from '../../test/make-app.ts';
import { LIMITS } from '../posts/fields.ts';
import { createApi } from './api.ts';
import { LARGER_BODIES } from './app.ts';

/** The paths of the OpenAPI document and of its HTML page. */
const UNDESCRIBED = ['GET /openapi.json', 'GET /docs'];

async function operations() {
  const app = await makeApp();
  const [document, calls] = [await documentOf(app.app), await operationsOf(app.app)];
  return { app, document, calls };
}

describe('the API document', () => {
  it('names every call that runs, and no other', async () => {
    const { app, calls } = await operations();
    const api = createApi(app.site, 'Site', () => undefined);
    const running = api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((call) => !UNDESCRIBED.includes(call));
    const described = calls.map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual([...new Set(running)].sort());
    expect(described.length).toBeGreaterThanOrEqual(11);
    const all = calls.map(({ operation }) => operation);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(calls.length);
    expect(all.map(({ operationId }) => operationId)).toContain('postAdminBlogPosts');
    for (const { tags, responses } of all) {
      expect(tags).toEqual([expect.stringMatching(/^[a-z-]+$/)]);
      const headers = responses[429]?.headers ?? { 'Retry-After': {} };
      expect(headers).toHaveProperty('Retry-After');
    }
  });

  it('names every call of the specification', async () => {
    const { calls } = await operations();
    const described = calls.map(({ method, path }) => `${method} /api${path}`);
    const file = new URL('specified-calls.txt', import.meta.url);
    const specified = readFileSync(file, 'utf8').trim().split('\n');
    expect(described).toEqual(expect.arrayContaining(specified));
  });

  it('states the errors of every operation with a body, and every shape', async () => {
    const { document, calls } = await operations();
    const withBody = calls.filter(({ operation }) => operation.requestBody !== undefined);
    expect(withBody.length).toBeGreaterThan(40);
    for (const { operation } of withBody) {
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(['400', '413', '415', '422']));
    }
    // Nothing that it refers to is missing.
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(names.length).toBeGreaterThan(0);
    const schemas = Object.keys(document.components.schemas);
    for (const [, name = ''] of names) expect(schemas).toContain(name);
  });

  it('lets the longest text that it describes through: no writer is told that less is too large', async () => {
    const { document, calls } = await operations();
    const longestIn = (schema: unknown): number => {
      if (typeof schema !== 'object' || schema === null) return 0;
      const { $ref, maxLength } = schema as { $ref?: string; maxLength?: number };
      const named = $ref && document.components.schemas[$ref.split('/').at(-1) ?? ''];
      const parts = [named, ...Object.values(schema)].map(longestIn);
      return Math.max(maxLength ?? 0, ...parts);
    };
    for (const { method, path, operation } of calls) {
      const longest = longestIn(operation.requestBody);
      const larger = LARGER_BODIES.find(([pattern]) => pattern.test(`/api${path}`));
      const bytes = larger?.[1].bytes ?? 64 * 1024;
      expect(bytes, `${method} ${path}`).toBeGreaterThan(longest);
    }
  });

  it('states the maximum length of every text that can be sent', async () => {
    const { document, calls } = await operations();
    const { NewPost, EditedPost, ContactInquiry } = document.components.schemas;
    const unlimited: string[] = [];
    const walk = (schema: unknown, path: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      const { $ref, type } = schema as { $ref?: string; type?: string | string[] };
      walk($ref && document.components.schemas[$ref.split('/').at(-1) ?? ''], path);
      const isBounded = ['maxLength', 'enum', 'format', 'pattern'].some((key) => key in schema);
      if ([type].flat().includes('string') && !isBounded) unlimited.push(path);
      for (const [key, value] of Object.entries(schema)) walk(value, `${path}.${key}`);
    };
    for (const { path, operation } of calls) walk(operation.requestBody, path);
    expect(unlimited).toEqual([]);
    const { title, content, tags, tag } = LIMITS;
    expect(NewPost).toMatchObject({
      required: ['title', 'slug', 'content'],
      properties: {
        title: { maxLength: title },
        content: { maxLength: content },
        tags: { maxItems: tags, items: { maxLength: tag } },
      },
    });
    expect(EditedPost).toHaveProperty('properties.etag');
    const requestType = { default: 'general', pattern: expect.stringContaining('{1,40}') };
    expect(ContactInquiry).toMatchObject({
      required: ['name', 'email', 'message'],
      properties: { requestType },
    });
  });
});

it('GET /api/docs shows every operation, every status and every shape, within its content policy', async () => {
  const { app, document, calls } = await operations();
  const response = await app.get('/api/docs');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  const page = await response.text();
  for (const { method, path, operation } of calls) {
    expect(page).toContain(`<h2><code>${method} /api${path}</code></h2>`);
    for (const status of Object.keys(operation.responses)) {
      expect(page).toContain(`<code>${status}</code>`);
    }
  }
  for (const name of Object.keys(document.components.schemas)) {
    expect(page).toContain(`id="schema-${name}"`);
  }
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  // Nothing that its content policy forbids.
  expect(page).not.toMatch(/<script|<style|style="|https?:\/\//);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page) ?? [];
  expect(existsSync(`public${style}`)).toBe(true);
  expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'self'");
});
