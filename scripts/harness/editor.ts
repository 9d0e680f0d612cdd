import type { ProductionSite } from '../../test/production-site.ts';

/** Throws when the response is not a success; returns its JSON, null for an empty response. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** A signed-in administrator who uses the API; `expiresAt` is ISO 8601 in UTC. */
export type Editor = { token: string; email: string; expiresAt: string; call: Call };

type Session = { access_token: string; expires_at: string };

export async function signIn({
  address,
  administrator,
}: Pick<ProductionSite, 'address' | 'administrator'>): Promise<Editor> {
  const anyone = callerOf(address, '');
  const session = await anyone<Session>('POST', '/api/admin/login', administrator);
  const { access_token: token, expires_at: expiresAt } = session;
  return { token, email: administrator.email, expiresAt, call: callerOf(address, token) };
}

export function callerOf(address: string, token: string): Call {
  return async (method, path, body) => {
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const response = await fetch(address + path, {
      method,
      headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}

export async function uploadPicture(call: Call, file: Buffer): Promise<string> {
  const path = '/api/admin/media?name=trial.png';
  const { item } = await call<{ item: { address: string } }>('POST', path, file);
  return item.address;
}
