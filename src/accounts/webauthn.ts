import { z } from 'zod';

/** Imported lazily, since the library includes parsers of certificates. */
export const loadLibrary = () => import('@simplewebauthn/server');

/** Adds a field that the library requires and does not read. */
export function withExtensionResults<T extends { response: object }>(credential: T) {
  return { ...credential, clientExtensionResults: {} };
}

const clientDataSchema = z.object({ challenge: z.string() });

/** The challenge of an answer, or the empty string; the library validates the rest. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    return clientDataSchema.parse(JSON.parse(fromBase64url(clientDataJSON))).challenge;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return '';
    throw error;
  }
}

/** Null for invalid input: the library throws plain errors for it. */
export async function verifiedOrNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** A copy with an ArrayBuffer of its own, which the library requires. */
export function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}

export function fromBase64url(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}
