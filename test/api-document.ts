import assert from 'node:assert/strict';
import { z } from 'zod';

type Json = Record<string, unknown>;

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

type Operation = {
  operationId: string;
  tags: string[];
  security?: Json[];
  parameters?: { in: string; name: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }>; headers?: Json }>;
};

export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

type App = { fetch: (request: Request) => Response | Promise<Response> };

let document: Promise<ApiDocument> | undefined;

/** The API document, read from the first app of a file: it is made of routes, which all apps share. */
export function documentOf(app: App): Promise<ApiDocument> {
  document ??= fetchDocument(app);
  return document;
}

/** Every operation of the API document. */
export async function operationsOf(app: App) {
  const { paths } = await documentOf(app);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

async function fetchDocument(app: App): Promise<ApiDocument> {
  const response = await app.fetch(new Request('https://site.test/api/openapi.json'));
  return (await response.json()) as ApiDocument;
}

const JSON_TYPE = 'application/json';

/**
 * Fails when the response of a documented operation has an undocumented status, type, body or property.
 * Internal errors and undocumented paths pass.
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
    assert.equal(response.headers.get('Content-Type')?.split(';')[0], otherType, call);
    return;
  }
  const schema = described.content?.[JSON_TYPE]?.schema;
  const text = await response.clone().text();
  if (schema === undefined) {
    assert.equal(text, '', `${call} has no body in the API's document`);
    return;
  }
  assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/, call);
  const checked = validatorOf(document, schema).safeParse(JSON.parse(text));
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

const validators = new WeakMap<Json, z.ZodType>();

/** A validator that rejects properties which the schema does not name. */
function validatorOf(document: ApiDocument, schema: Json): z.ZodType {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = compile(document, schema);
  validators.set(schema, validator);
  return validator;
}

function compile(document: ApiDocument, schema: Json): z.ZodType {
  const $defs = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, shape]) => [name, closed(shape)]),
  );
  return z.fromJSONSchema({ ...(closed(schema) as Json), $defs } as JsonSchema);
}

/** The schema with `additionalProperties: false` in every object, and references into `$defs`. */
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
