type Operation = {
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly unknown[];
  requestBody?: { content?: Readonly<Record<string, unknown>> };
  responses: Readonly<Record<string, object>>;
};

export function commonResponses({ security, parameters = [], requestBody, responses }: Operation) {
  const roles = security?.[0]?.bearer;
  const types = Object.keys(requestBody?.content ?? {});
  const readsFields = types.some((type) => /json|urlencoded/.test(type));
  const common = {
    ...(readsFields && { 400: error('The body is not well-formed JSON') }),
    ...(roles !== undefined && { 401: error('Not signed in, or the token is not valid') }),
    ...(roles?.includes('administrator') && {
      403: error('The account is a writer’s: this is for administrators'),
    }),
    // Sent for a body even when the operation reads none.
    413: error('The body is too large'),
    415: error(
      readsFields ? 'The body is not application/json' : 'The body has a content encoding',
    ),
    ...((parameters.length > 0 || requestBody !== undefined) && {
      422: response('Something in the request is not acceptable', 'ValidationError'),
    }),
    503: error(
      'The database cannot be reached or written to, or is busy, or there is too much to do; `Retry-After` says when to try again',
    ),
  };
  return Object.fromEntries(
    Object.entries({ ...common, ...responses }).map(([status, answer]) => {
      const header = HEADERS[status];
      return [status, header === undefined ? answer : { headers: header, ...answer }];
    }),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds', required: true, schema: { type: 'integer' } },
};
const HEADERS: Readonly<Record<string, object>> = { 429: RETRY_AFTER, 503: RETRY_AFTER };

function error(description: string) {
  return response(description, 'Error');
}

function response(description: string, schema: string) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description, content };
}
