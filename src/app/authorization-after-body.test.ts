import { describe, expect, it, onTestFinished } from 'vitest';
import { operationsOf } from '../../test/api-document.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import type { Tables } from '../server/db/tables.ts';

type Call = { method: string; path: string; type: string; role: string };

/** All calls that need a token and have a body. */
async function callsWithBody(app: TestApp): Promise<Call[]> {
  const operations = await operationsOf(app.app);
  return operations.flatMap(({ method, path, operation: { security, requestBody } }) => {
    const [role] = (security?.[0]?.bearer as string[] | undefined) ?? [];
    const [type] = Object.keys(requestBody?.content ?? {});
    return role === undefined || type === undefined
      ? []
      : [{ method, path, type: type.replace('*', 'png'), role }];
  });
}

/** Sends the headers of a call, and its body when `happens` has ended, which begins when the body is asked for. */
async function sendSlowly(
  app: TestApp,
  { method, path, type }: Pick<Call, 'method' | 'path' | 'type'>,
  sent: { token: string; happens: () => Promise<unknown>; content?: string },
): Promise<Response> {
  const { token, happens, content = '{}' } = sent;
  const bytes = new TextEncoder().encode(content);
  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    controller.enqueue(bytes.subarray(0, 1));
    await happens();
    controller.enqueue(bytes.subarray(1));
    controller.close();
  }
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  return app.send(method, `/api${path}`, { token, headers: { 'Content-Type': type }, body });
}

/** All rows of what people write, and of what they did. */
async function contentOf({ query }: TestApp['db']) {
  const tables =
    `posts post_versions drafts glossary_terms pictures attachments newsletter_issues outbox
    preview_links inquiries audit_events`.split(/\s+/) as (keyof Tables)[];
  const rows = tables.map((table) => query.selectFrom(table).selectAll().execute());
  return Object.fromEntries((await Promise.all(rows)).map((each, i) => [tables[i], each]));
}

const POST = { title: 'Late', slug: 'late', content: 'Text.', status: 'published' };

describe('a person whose body comes late', () => {
  it('may do nothing that they may no longer do when it has come, whatever the call, and nothing of it is saved', async () => {
    const app = await makeApp();
    const { query } = app.db;
    const calls = await callsWithBody(app);
    expect(calls.length).toBeGreaterThan(25);
    const before = await contentOf(app.db);

    const lose = {
      401: () => query.deleteFrom('sessions').execute(),
      403: () => query.updateTable('administrators').set({ role: 'writer' }).execute(),
    };
    const allowed: string[] = [];
    for (const call of calls) {
      const path = call.path.replace('{slug}', 'nothing').replace(/\{\w+\}/g, crypto.randomUUID());
      for (const status of call.role === 'administrator' ? ([401, 403] as const) : [401 as const]) {
        await query.updateTable('administrators').set({ role: 'administrator' }).execute();
        const sent = { token: await app.signIn(), happens: lose[status] };
        const response = await sendSlowly(app, { ...call, path }, sent);
        if (response.status < 400) allowed.push(`${call.method} ${path}: ${response.status}`);
      }
    }
    expect(allowed).toEqual([]);
    const post = { method: 'POST', path: '/admin/blog/posts', type: 'application/json' };
    const sent = { token: await app.signIn(), happens: lose[401], content: JSON.stringify(POST) };
    expect((await sendSlowly(app, post, sent)).status).toBe(401);
    const events = { audit_events: expect.anything() };
    expect(await contentOf(app.db)).toEqual({ ...before, ...events });
    expect(app.errors).toEqual([]);
  });

  it('does not get the rest of an export, whose connection breaks off, after they were demoted', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    expect((await app.postJson('/api/admin/blog/posts', POST, token)).status).toBe(201);
    const response = await app.send('POST', '/api/admin/export', { token });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    onTestFinished(() => reader?.cancel().catch(() => undefined));
    await reader?.read();
    const setRole = (role: 'writer' | 'administrator') =>
      app.db.query.updateTable('administrators').set({ role }).execute();
    await setRole('writer');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await expect(reader?.read()).rejects.toThrow();
    // Its lease ends with it.
    await setRole('administrator');
    const again = async () => {
      const response = await app.send('POST', '/api/admin/export', { token });
      await response.body?.cancel();
      return response.status;
    };
    await expect.poll(again).toBe(200);
    expect(app.errors).toEqual([]);
  });
});
