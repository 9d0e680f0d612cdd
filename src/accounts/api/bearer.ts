/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('Authorization') ?? '');
  return match?.[1] ?? null;
}
