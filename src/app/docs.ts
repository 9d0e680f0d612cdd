import { html } from 'hono/html';

type OpenApiDocument = {
  info: { title: string; description?: string };
  paths?: Record<string, unknown>;
  components?: { schemas?: Record<string, unknown> };
};

type Content = Record<string, { schema: unknown }>;

type Operation = {
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** Without scripts and external resources: it has the same content policy as the API. */
export function docsPage({ info, paths = {}, components = {} }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      id: `${method}-${path.replace(/\W+/g, '-')}`,
      endpoint: `${method.toUpperCase()} /api${path}`,
      operation,
    })),
  );
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${info.title}</title>
<link rel="stylesheet" href="/api-docs.css">
</head>
<body>
<header><h1>${info.title}</h1><p>${info.description ?? ''}</p>
<p>The same as data: <a href="/api/openapi.json">openapi.json</a></p></header>
<nav aria-label="Calls"><ul>${operations.map(
    ({ id, endpoint, operation }) =>
      html`<li><a href="#${id}"><code>${endpoint}</code></a> ${operation.summary ?? ''}</li>`,
  )}</ul></nav>
<main>
${operations.map(operationSection)}
<h2>Shapes</h2>
${Object.entries(components.schemas ?? {}).map(
  ([name, schema]) =>
    html`<section id="schema-${name}"><h3>${name}</h3>${schemaBlock(schema)}</section>`,
)}
</main>
</body>
</html>`;
}

function operationSection(entry: { id: string; endpoint: string; operation: Operation }) {
  const { id, endpoint, operation } = entry;
  const { parameters = [], requestBody, responses, security = [] } = operation;
  const part = (name: string, text: string, schema: unknown) =>
    html`<p><code>${name}</code> ${text}</p>${schemaBlock(schema)}`;
  return html`<section id="${id}">
<h2><code>${endpoint}</code></h2>
<p>${operation.summary ?? ''}. ${operation.description ?? ''}
${tokenNeeded(security)}</p>
${parameters.map(({ name, in: place, required, schema }) =>
  part(name, `in ${place}${required ? ', required' : ''}`, schema),
)}
${requestBody && part('body', '', schemaOf(requestBody))}
<h3>Answers</h3>
${Object.entries(responses).map(([status, response]) =>
  part(status, response.description, schemaOf(response)),
)}
</section>`;
}

function tokenNeeded(security: NonNullable<Operation['security']>): string {
  const [needed] = security;
  if (needed === undefined || security.some((one) => Object.keys(one).length === 0)) return '';
  return needed.bearer?.includes('administrator')
    ? 'Needs the bearer token of an administrator.'
    : 'Needs a bearer token, of a writer or an administrator.';
}

function schemaOf({ content }: { content?: Content }): unknown {
  return content?.['application/json']?.schema;
}

function schemaBlock(schema: unknown) {
  if (schema === undefined) return '';
  if (typeof schema === 'object' && schema !== null && '$ref' in schema) {
    const name = String(schema.$ref).split('/').at(-1);
    return html`<p><a href="#schema-${name}">${name}</a></p>`;
  }
  return html`<pre><code>${JSON.stringify(schema, null, 2)}</code></pre>`;
}
