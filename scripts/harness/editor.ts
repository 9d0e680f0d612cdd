import type { ProductionSite } from '../../test/production-site.ts';

/** A signed-in administrator who uses the API. */
export type Editor = {
  token: string;
  email: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
  /** @throws when the response is no success; @returns its JSON, null for an empty response */
  call: <T>(method: string, path: string, body?: object) => Promise<T>;
};

/** Signs in to a site as its administrator. */
export async function signIn({
  address,
  administrator,
}: Pick<ProductionSite, 'address' | 'administrator'>): Promise<Editor> {
  const { access_token: token, expires_at: expiresAt } = await callApi<{
    access_token: string;
    expires_at: string;
  }>(address, '', 'POST', '/api/admin/login', administrator);
  return {
    token,
    email: administrator.email,
    expiresAt,
    call: (method, path, body) => callApi(address, token, method, path, body),
  };
}

/** As `Editor.call`, to any site that accepts the token. */
export async function callApi<T>(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(address + path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Every entry of a paged list of the API, all pages of it. */
export async function listAll<T>(
  { call }: Editor,
  path: string,
  field: 'posts' | 'pictures',
): Promise<T[]> {
  const entries: T[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await call<{ nextCursor: string | null } & Record<typeof field, T[]>>(
      'GET',
      `${path}?limit=100${query}`,
    );
    entries.push(...page[field]);
    cursor = page.nextCursor;
  }
  return entries;
}
