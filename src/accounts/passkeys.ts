import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifyAuthenticationResponseOpts,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { notFound, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import type { Administrator } from './administrators.ts';
import { type Claim, issueToken } from './one-time-tokens.ts';

/** What is stored, or looked up, before the library has verified the rest. A credential's id has at most 1023 bytes. */
const credentialSchema = z.looseObject({
  id: z
    .string()
    .max(1_364)
    .regex(/^[\w-]+$/),
  response: z.object({ transports: z.array(z.string().max(20)).max(10).nullish() }),
});

/** A dictionary of WebAuthn, as JSON. */
function dictionary<T>(id: string, schema: z.ZodType = z.unknown()) {
  return z
    .custom<T>((value) => schema.safeParse(value).success)
    .meta({ id, type: 'object', additionalProperties: {} });
}

export type PasskeyAnswer = AuthenticationResponseJSON;
export const passkeyAnswerSchema = dictionary<PasskeyAnswer>('PasskeyAnswer', credentialSchema);
export type CreatedPasskey = RegistrationResponseJSON;
export const newPasskeySchema = dictionary<CreatedPasskey>('CreatedPasskey', credentialSchema);

// The library's types of extensions are not those of JSON; none is used.
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
export const passkeyRequestSchema = dictionary<PasskeyRequest>('PasskeyRequest');
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;
export const passkeyCreationSchema = dictionary<PasskeyCreation>('PasskeyCreation');

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

const NO_PASSKEYS = notFound(
  'Passkeys only work at an https address with a domain name, which this site does not have.',
);

type ChallengePurpose = 'sign-in' | 'confirmation' | 'registration';

type Asked = { purpose: ChallengePurpose; subject?: string };

/** 128 random bits in base64url, the expiry as milliseconds since 1970, and a signature. */
const CHALLENGE = /^([\w-]{22}\.(\d{1,15}))\.([0-9a-f]{64})$/;

const signedText = ({ purpose, subject = '' }: Asked, content: string) =>
  [purpose, subject, content].join('\n');

/** Signed and not stored: a stranger who asks for one writes nothing. */
async function issueChallenge({ signing, now }: Site, asked: Asked): Promise<string> {
  const content = `${randomBytes(16).toString('base64url')}.${Date.parse(now()) + TIMEOUT_MS}`;
  return `${content}.${await signing.sign('passkey-challenge', signedText(asked, content))}`;
}

function isOwnChallenge({ signing, now }: Site, asked: Asked, challenge: string) {
  const [, content = '', end = '', signature = ''] = CHALLENGE.exec(challenge) ?? [];
  const hasExpired = Number(end) <= Date.parse(now());
  return !hasExpired && signing.verify('passkey-challenge', signedText(asked, content), signature);
}

/** Options for `navigator.credentials.get`. @param owner whose passkeys are allowed; all by default */
export async function passkeyRequestOptions(site: Site, asked: Asked, owner?: string) {
  const party = relyingParty(site.identity);
  if (party === null) return NO_PASSKEYS;
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await issueChallenge(site, asked),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(owner === undefined ? {} : { allowCredentials: await credentialsOf(site, owner) }),
  });
  return succeed(options);
}

export async function passkeyCreationOptions(site: Site, { id, email }: Administrator) {
  const party = relyingParty(site.identity);
  if (party === null) return NO_PASSKEYS;
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    // A copy with an ArrayBuffer of its own, which the library requires.
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: email,
    challenge: await issueChallenge(site, { purpose: 'registration', subject: id }),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(site, id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return succeed(options);
}

/** Verifies what a browser sent, by the library and by our challenge. @returns null when it is invalid */
async function verify<T extends { verified: boolean }>(
  site: Site,
  asked: Asked,
  byLibrary: (
    expected: Omit<VerifyAuthenticationResponseOpts, 'response' | 'credential'>,
  ) => Promise<T>,
): Promise<{ answer: T; redeem: Claim } | null> {
  const party = relyingParty(site.identity);
  if (party === null) return null;
  let challenge = '';
  const expected = {
    // Compared below, where an error of the database is not taken for a wrong answer.
    expectedChallenge: (encoded: string) => {
      // Decoded: the same bytes have several base64url encodings.
      challenge = decode(encoded);
      return true;
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
  // The library throws plain errors for invalid input.
  const answer = await byLibrary(expected).catch(() => null);
  if (!answer?.verified || !(await isOwnChallenge(site, asked, challenge))) return null;
  const redeem: Claim = (trx) =>
    issueToken(trx, {
      hash: hashToken(challenge),
      kind: 'passkey-challenge',
      subject: asked.subject ?? '',
      expires_at: addMilliseconds(site.now(), TIMEOUT_MS),
    });
  return { answer, redeem };
}

/** Verifies the answer of a passkey. @returns whose it is, with what redeems the answer; null when it is invalid */
export async function verifyPasskey(site: Site, response: PasskeyAnswer, asked: Asked) {
  const passkey = await site.db.query
    .selectFrom('passkeys')
    .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
    .select(['administrators.id', 'administrators.email', 'administrators.password_hash'])
    .select(['credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  if (passkey === undefined) return null;
  const { id, email, password_hash, counter, credential_id, public_key } = passkey;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const publicKey = new Uint8Array(Buffer.from(public_key, 'base64url'));
  const credential = { id: credential_id, publicKey, counter };
  const verified = await verify(site, asked, (expected) =>
    verifyAuthenticationResponse({ ...expected, response, credential }),
  );
  const { userHandle } = response.response;
  if (verified === null || (userHandle && decode(userHandle) !== id)) return null;
  const { newCounter } = verified.answer.authenticationInfo;
  const redeem: Claim = async (trx) => {
    if (!(await verified.redeem(trx))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: site.now() })
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
  response: CreatedPasskey,
  owner: string,
  name: string,
): Promise<Claim | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verify(site, { purpose: 'registration', subject: owner }, (expected) =>
    verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!verified?.answer.verified) return null;
  const { id, publicKey, counter } = verified.answer.registrationInfo.credential;
  return async (trx) => {
    if (!(await verified.redeem(trx))) return false;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({
        id: randomUUID(),
        administrator_id: owner,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(response.response.transports ?? []),
        name,
        created_at: site.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  };
}

async function credentialsOf({ db }: Site, owner: string) {
  const passkeys = db.query.selectFrom('passkeys').select(['credential_id', 'transports']);
  const rows = await passkeys.where('administrator_id', '=', owner).execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }));
}

const decode = (base64: string) => Buffer.from(base64, 'base64url').toString('latin1');
