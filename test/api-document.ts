import { expect } from 'vitest';
import { z } from 'zod';

/** The API's document as tests read it, and the check that every answer keeps to it. */

type Json = Record<string, unknown>;

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

type Operation = {
  security?: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
};

export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

type App = { fetch: (request: Request) => Response | Promise<Response> };

const documents = new WeakMap<App, Promise<ApiDocument>>();

/** The document that an app serves, read once. */
export function documentOf(app: App): Promise<ApiDocument> {
  let document = documents.get(app);
  if (document === undefined) {
    document = fetchDocument(app);
    documents.set(app, document);
  }
  return document;
}

async function fetchDocument(app: App): Promise<ApiDocument> {
  const response = await app.fetch(new Request('https://site.test/api/openapi.json'));
  return (await response.json()) as ApiDocument;
}

const JSON_TYPE = 'application/json';

/**
 * Fails when an operation of the document answered with a status, a type or a body that the document
 * does not state; properties that it does not name count too. Internal errors and addresses
 * that the document does not have are let pass.
 */
export async function assertDescribed(
  app: App,
  method: string,
  path: string,
  response: Response,
): Promise<void> {
  if (!path.startsWith('/api/') || response.status === 500) return;
  const document = await documentOf(app);
  const operation = findOperation(document, method, path);
  if (operation === undefined) return;
  const call = `${method} ${path.slice(0, 100)} → ${response.status}`;
  const described = operation.responses[response.status];
  if (described === undefined) throw new Error(`${call} is not in the API's document`);
  const [otherType] = Object.keys(described.content ?? {}).filter((type) => type !== JSON_TYPE);
  if (otherType !== undefined) {
    expect(response.headers.get('Content-Type')?.split(';')[0], call).toBe(otherType);
    return;
  }
  const schema = described.content?.[JSON_TYPE]?.schema;
  const text = await response.clone().text();
  if (schema === undefined) {
    expect(text, `${call} has no body in the API's document`).toBe('');
    return;
  }
  expect(response.headers.get('Content-Type'), call).toMatch(/^application\/json/);
  const checked = compile(document, schema).safeParse(JSON.parse(text));
  if (!checked.success) {
    throw new Error(`${call} differs from the API's document: ${z.prettifyError(checked.error)}`);
  }
}

function findOperation(document: ApiDocument, method: string, path: string) {
  const [pathname = ''] = path.slice('/api'.length).split('?');
  const template = Object.keys(document.paths).find((candidate) =>
    new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
}

/** A schema of the document as a check of whole values: nothing beside what it names may be there. */
function compile(document: ApiDocument, schema: Json) {
  const $defs = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, shape]) => [name, closed(shape)]),
  );
  return z.fromJSONSchema({ ...(closed(schema) as Json), $defs } as JsonSchema);
}

/** The schema with every object closed, and its references where JSON Schema has them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' ? String(value).replace('#/components/schemas/', '#/$defs/') : closed(value),
  ]);
  const isObject = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}
