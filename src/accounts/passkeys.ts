import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Insertable, Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { Site } from '../site.ts';
import {
  type ChallengePurpose,
  isChallengeValid,
  issueChallenge,
  redeemChallenge,
} from './challenges.ts';
import type { CreatedPasskey, PasskeyAnswer } from './passkey-schemas.ts';
import type { Administrator } from './sessions.ts';

/** Imported lazily, since the library includes parsers of certificates. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Adds a field that the library requires and does not read. */
function withExtensionResults<T extends { response: object }>(credential: T) {
  return { ...credential, clientExtensionResults: {} };
}

const clientDataSchema = z.object({ challenge: z.string() });

/** The challenge of an answer, or the empty string; the library validates the rest. */
function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    return clientDataSchema.parse(JSON.parse(fromBase64url(clientDataJSON))).challenge;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return '';
    throw error;
  }
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

function fromBase64url(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}

/** The library's types of extensions are not those of JSON; none is used. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;

/** EdDSA, ES256 and RS256 (RFC 9053), which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/** How long a browser waits for the passkey. */
const TIMEOUT_MS = 5 * 60 * 1000;

/** False where browsers offer no passkeys. */
export const isPasskeyOffered = ({ identity }: Site) => relyingParty(identity) !== null;

/**
 * Options for `navigator.credentials.get`; null where browsers offer no passkeys.
 *
 * @param subject what the challenge is bound to
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
    challenge: bytes(await issueChallenge(site, purpose, subject)),
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
    challenge: bytes(await issueChallenge(site, 'registration', id)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(site, id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Verifies the answer of a passkey.
 *
 * @returns a function that redeems the answer within a transaction, and returns false if it was
 * already redeemed; null when the answer is invalid
 */
export async function claimPasskey(
  site: Site,
  answer: PasskeyAnswer,
  known: StoredPasskey,
  purpose: ChallengePurpose,
  subject = '',
) {
  const party = relyingParty(site.identity);
  if (party === null) return null;
  const { userHandle } = answer.response;
  if (userHandle && fromBase64url(userHandle) !== known.administrator.id) return null;
  const challenge = challengeIn(answer.response);
  if (!(await isChallengeValid(site, challenge, purpose, subject))) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifiedOrNull(() =>
    verifyAuthenticationResponse({
      response: withExtensionResults(answer) as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: known.credential_id,
        publicKey: bytes(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
    }),
  );
  if (verified?.verified !== true) return null;
  const { newCounter } = verified.authenticationInfo;
  return async (trx: Kysely<Tables>): Promise<boolean> =>
    (await redeemChallenge(site, trx, challenge)) &&
    (await recordPasskeyUse(site, trx, known, newCounter));
}

/**
 * Verifies a created passkey.
 *
 * @returns a function that stores the passkey within a transaction, and returns false if that was
 * already done; null when the passkey is invalid
 */
export async function claimNewPasskey(
  site: Site,
  created: CreatedPasskey,
  owner: string,
  name: string,
) {
  const party = relyingParty(site.identity);
  if (party === null) return null;
  const challenge = challengeIn(created.response);
  if (!(await isChallengeValid(site, challenge, 'registration', owner))) return null;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifiedOrNull(() =>
    verifyRegistrationResponse({
      response: withExtensionResults(created) as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return null;
  const { credential } = verified.registrationInfo;
  return async (trx: Kysely<Tables>): Promise<boolean> =>
    (await redeemChallenge(site, trx, challenge)) &&
    (await insertPasskey(site, trx, {
      administrator_id: owner,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(created.response.transports ?? []),
      name,
    }));
}

/**
 * The relying party (WebAuthn Level 3, section 4). Null where browsers offer no passkeys: on a host that is an IP address, and without TLS except on
 * localhost.
 */
export function relyingParty({ url, name }: Pick<SiteIdentity, 'url' | 'name'>) {
  const { hostname, origin, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin, name } : null;
}

/** A passkey as shown in the account. */
export type PasskeySummary = {
  id: string;
  name: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  lastUsedAt: string | null;
};

/** A passkey with its administrator. */
type StoredPasskey = {
  administrator: Administrator;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
};

/** Finds the passkey of an answer, with its administrator. */
export async function findPasskey(
  { db: { query } }: Site,
  { id }: Pick<PasskeyAnswer, 'id'>,
): Promise<StoredPasskey | undefined> {
  const row = await query
    .selectFrom('passkeys')
    .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
    .select([
      'administrators.id as administrator_id',
      'administrators.email',
      'administrators.password_hash',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
      'passkeys.transports',
    ])
    .where('passkeys.credential_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { administrator_id, email, password_hash, ...passkey } = row;
  return { administrator: { id: administrator_id, email, password_hash }, ...passkey };
}

/** @returns false if the passkey exists */
async function insertPasskey(
  { now }: Site,
  trx: Kysely<Tables>,
  passkey: Omit<Insertable<Tables['passkeys']>, 'id' | 'created_at' | 'last_used_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values({ id: randomUUID(), ...passkey, created_at: now(), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the passkey was used since it was read */
async function recordPasskeyUse(
  { now }: Site,
  trx: Kysely<Tables>,
  { credential_id, counter }: StoredPasskey,
  newCounter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now() })
    .where('credential_id', '=', credential_id)
    // Two uses with the same counter come from a cloned authenticator.
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** An administrator's passkeys, the oldest first. */
export async function listPasskeys(
  { db: { query } }: Site,
  owner: string,
  from: Kysely<Tables> = query,
): Promise<PasskeySummary[]> {
  const rows = await from
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('administrator_id', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/** @returns the name of the removed passkey, or null when there is none */
export async function deletePasskey(
  trx: Kysely<Tables>,
  owner: string,
  id: string,
): Promise<string | null> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('administrator_id', '=', owner)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
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
