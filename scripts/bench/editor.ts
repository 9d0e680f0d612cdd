import type { ProductionSite } from '../../test/production-site.ts';

/** Somebody who writes posts through the API. */
export type Editor = {
  token: string;
  /** @throws when the answer is no success; @returns its JSON, null for an empty answer */
  call: <T>(method: string, path: string, body?: object) => Promise<T>;
};

/** Signs in to a site as its administrator. */
export async function signIn({
  address,
  administrator,
}: Pick<ProductionSite, 'address' | 'administrator'>): Promise<Editor> {
  const call = async <T>(token: string, method: string, path: string, body?: object) => {
    const response = await fetch(address + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answered}`);
    return (answered === '' ? null : JSON.parse(answered)) as T;
  };
  const { access_token: token } = await call<{ access_token: string }>(
    '',
    'POST',
    '/api/admin/login',
    administrator,
  );
  return { token, call: (method, path, body) => call(token, method, path, body) };
}
