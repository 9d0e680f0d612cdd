import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { type Administrator, type Claim, useOnce } from './one-time-tokens.ts';

const base64url = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[\w-]+$/, 'Must be base64url');

// A credential's id has at most 1023 bytes.
const credentialId = base64url(1_364);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
};

/** A passkey's answer to a challenge: AuthenticationResponseJSON (WebAuthn Level 3, 5.1.9). */
export const passkeyAnswerSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8_000),
      authenticatorData: base64url(8_000),
      signature: base64url(8_000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

/** A created passkey: RegistrationResponseJSON (5.1.8). */
export const newPasskeySchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(30_000),
      transports: z.array(z.string().max(20)).max(10).nullish(),
    }),
  })
  .meta({ id: 'CreatedPasskey' });

export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;
export type CreatedPasskey = z.output<typeof newPasskeySchema>;

/** The library's types of extensions are not those of JSON; none is used. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;

/** Imported lazily, since the library includes parsers of certificates. */
const loadLibrary = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053), which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/** How long a browser waits for the passkey, and a challenge for its answer. */
const TIMEOUT_MS = 5 * 60 * 1000;

/**
 * The relying party (WebAuthn Level 3, section 4). Null where browsers offer no passkeys: on a host that is an IP
 * address, and without TLS except on localhost.
 */
export function relyingParty({ url, name }: Pick<SiteIdentity, 'url' | 'name'>) {
  const { hostname, origin, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin, name } : null;
}

/** Where browsers offer no passkeys. */
export function noPasskeys(): Result<never> {
  const detail =
    'Passkeys only work at an https address with a domain name, which this site does not have.';
  return fail({ kind: 'not-found', detail });
}

type ChallengePurpose = 'sign-in' | 'second-step' | 'confirmation' | 'registration';

/** 128 random bits in base64url, the expiry as milliseconds since 1970, and a signature. */
const CHALLENGE = /^([\w-]{22})\.(\d{1,15})\.([0-9a-f]{64})$/;

/** Signed and not stored: a stranger who asks for one writes nothing. */
async function issueChallenge(
  { signing, now }: Site,
  purpose: ChallengePurpose,
  subject: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const random = randomBytes(16).toString('base64url');
  const end = Date.parse(now()) + TIMEOUT_MS;
  const signed = [purpose, subject, random, end].join('\n');
  const signature = await signing.sign('passkey-challenge', signed);
  return bytes(Buffer.from(`${random}.${end}.${signature}`));
}

const clientDataSchema = z.object({ challenge: z.string() });

/** The challenge of an answer if it was issued for this purpose and subject and has not expired; else null. */
async function readChallenge(
  { signing, now }: Site,
  { clientDataJSON }: { clientDataJSON: string },
  purpose: ChallengePurpose,
  subject: string,
) {
  let encoded: string;
  try {
    encoded = clientDataSchema.parse(JSON.parse(decode(clientDataJSON))).challenge;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
  // Decoded: the same bytes have several base64url encodings.
  const challenge = decode(encoded);
  const [, random = '', end = '', signature = ''] = CHALLENGE.exec(challenge) ?? [];
  const signed = [purpose, subject, random, end].join('\n');
  const isValid =
    Number(end) > Date.parse(now()) &&
    (await signing.verify('passkey-challenge', signed, signature));
  if (!isValid) return null;
  const redeem: Claim = (trx) =>
    useOnce(trx, {
      hash: hashToken(challenge),
      kind: 'passkey-challenge',
      subject,
      expires_at: addMilliseconds(now(), TIMEOUT_MS),
    });
  return { encoded, redeem };
}

/**
 * Options for `navigator.credentials.get`; null where browsers offer no passkeys.
 *
 * @param subject the ticket or administrator that the challenge is bound to; empty for none
 * @param owner the administrator whose passkeys are allowed; all by default
 */
export async function passkeyRequestOptions(
  site: Site,
  purpose: ChallengePurpose,
  subject = '',
  owner?: string,
): Promise<PasskeyRequest | null> {
  const party = relyingParty(site.identity);
  if (party === null) return null;
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await issueChallenge(site, purpose, subject),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(owner === undefined ? {} : { allowCredentials: await credentialsOf(site, owner) }),
  });
}

/** Options for `navigator.credentials.create`; null where browsers offer no passkeys. */
export async function passkeyCreationOptions(
  site: Site,
  { id, email }: Administrator,
): Promise<PasskeyCreation | null> {
  const party = relyingParty(site.identity);
  if (party === null) return null;
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: bytes(Buffer.from(id)),
    userName: email,
    userDisplayName: email,
    challenge: await issueChallenge(site, 'registration', id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(site, id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What the library expects of an answer, or null where there can be none. */
function expected({ identity }: Site, challenge: { encoded: string } | null) {
  const party = relyingParty(identity);
  if (party === null || challenge === null) return null;
  return {
    expectedChallenge: challenge.encoded,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
}

/**
 * Verifies the answer of a passkey.
 *
 * @param subject as in {@link passkeyRequestOptions}
 * @returns whose passkey it is, with what redeems the answer; null when it is invalid
 */
export async function verifyPasskey(
  site: Site,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
  subject = '',
): Promise<{ administrator: Administrator; redeem: Claim } | null> {
  const { response } = answer;
  const passkey = await site.db.query
    .selectFrom('passkeys')
    .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
    .select(['administrators.id', 'administrators.email', 'administrators.password_hash'])
    .select(['credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', answer.id)
    .executeTakeFirst();
  const challenge = await readChallenge(site, response, purpose, subject);
  const expectation = expected(site, challenge);
  if (passkey === undefined || challenge === null || expectation === null) return null;
  const { id, email, password_hash, counter, credential_id } = passkey;
  if (response.userHandle && decode(response.userHandle) !== id) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifiedOrNull(() =>
    verifyAuthenticationResponse({
      ...expectation,
      response: withExtensionResults(answer) as never,
      credential: {
        id: credential_id,
        publicKey: bytes(Buffer.from(passkey.public_key, 'base64url')),
        counter,
      },
    }),
  );
  if (verified?.verified !== true) return null;
  const next = { counter: verified.authenticationInfo.newCounter, last_used_at: site.now() };
  const redeem: Claim = async (trx) => {
    if (!(await challenge.redeem(trx))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('passkeys')
      .set(next)
      .where('credential_id', '=', credential_id)
      // Two uses with the same counter come from a cloned authenticator.
      .where('counter', '=', counter)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  };
  return { administrator: { id, email, password_hash }, redeem };
}

/** Verifies a created passkey. @returns what stores it, once; null when it is invalid */
export async function verifyNewPasskey(
  site: Site,
  created: CreatedPasskey,
  owner: string,
  name: string,
): Promise<Claim | null> {
  const challenge = await readChallenge(site, created.response, 'registration', owner);
  const expectation = expected(site, challenge);
  if (challenge === null || expectation === null) return null;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifiedOrNull(() =>
    verifyRegistrationResponse({
      ...expectation,
      response: withExtensionResults(created) as never,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return async (trx) => {
    if (!(await challenge.redeem(trx))) return false;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({
        id: randomUUID(),
        administrator_id: owner,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(created.response.transports ?? []),
        name,
        created_at: site.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  };
}

/** A passkey as shown in the account. */
export const passkeySummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type PasskeySummary = z.output<typeof passkeySummarySchema>;

/** An administrator's passkeys, the oldest first. */
export function listPasskeys(query: Kysely<Tables>, owner: string): Promise<PasskeySummary[]> {
  return query
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('administrator_id', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns the name of the removed passkey, or undefined when there is none */
export async function deletePasskey(trx: Kysely<Tables>, owner: string, id: string) {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('administrator_id', '=', owner)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
}

async function credentialsOf({ db: { query } }: Site, owner: string) {
  const rows = await query
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('administrator_id', '=', owner)
    .orderBy('created_at')
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }));
}

/** Adds a field that the library requires and does not read. */
function withExtensionResults<T extends { response: object }>(answer: T) {
  return { ...answer, clientExtensionResults: {} };
}

/** Null for invalid input: the library throws plain errors for it. */
async function verifiedOrNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** A copy with an ArrayBuffer of its own, which the library requires. */
function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64url').toString('latin1');
}
