import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import type { ChallengePurpose, Challenges } from './challenges.ts';
import type { CreatedPasskey, PasskeyAnswer } from './passkey-schemas.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Administrator } from './start-session.ts';
import { createStoredPasskeys, type StoredPasskey } from './stored-passkeys.ts';
import {
  bytes,
  challengeIn,
  fromBase64url,
  loadLibrary,
  verifiedOrNull,
  withExtensionResults,
} from './webauthn.ts';

/** The library's types of extensions are not those of JSON; none is used. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;

type PasskeysDeps = {
  db: Pick<Database, 'query'>;
  /** ISO 8601 in UTC. */
  now: () => string;
  challenges: Challenges;
  /** Null where browsers offer no passkeys. */
  party: RelyingParty | null;
};

/** EdDSA, ES256 and RS256 (RFC 9053), which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/** How long a browser waits for the passkey. */
const TIMEOUT_MS = 5 * 60 * 1000;

/**
 * Passkeys (WebAuthn Level 3): discoverable credentials with user verification (PIN, fingerprint or
 * face), so that each can replace both factors.
 */
export function createPasskeys({ db, now, challenges, party }: PasskeysDeps) {
  const stored = createStoredPasskeys({ db, now });

  /**
   * Options for `navigator.credentials.get`; null where browsers offer no passkeys.
   *
   * @param subject what the challenge is bound to
   * @param owner the administrator whose passkeys are allowed; all by default
   */
  async function requestOptions(
    purpose: ChallengePurpose,
    subject = '',
    owner?: string,
  ): Promise<PasskeyRequest | null> {
    if (party === null) return null;
    const { generateAuthenticationOptions } = await loadLibrary();
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: bytes(await challenges.issueChallenge(purpose, subject)),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(owner === undefined ? {} : { allowCredentials: await stored.credentialsOf(owner) }),
    });
  }

  /** Options for `navigator.credentials.create`; null where browsers offer no passkeys. */
  async function creationOptions({ id, email }: Administrator): Promise<PasskeyCreation | null> {
    if (party === null) return null;
    const { generateRegistrationOptions } = await loadLibrary();
    return generateRegistrationOptions({
      rpID: party.id,
      rpName: party.name,
      userID: bytes(Buffer.from(id)),
      userName: email,
      userDisplayName: email,
      challenge: bytes(await challenges.issueChallenge('registration', id)),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: await stored.credentialsOf(id),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /**
   * Verifies the answer of a passkey.
   *
   * @returns a function that redeems the answer within a transaction, and returns false if it was
   * already redeemed; null when the answer is invalid
   */
  async function claim(
    answer: PasskeyAnswer,
    known: StoredPasskey,
    purpose: ChallengePurpose,
    subject = '',
  ) {
    if (party === null) return null;
    const { userHandle } = answer.response;
    if (userHandle && fromBase64url(userHandle) !== known.administrator.id) return null;
    const challenge = challengeIn(answer.response);
    if (!(await challenges.isValid(challenge, purpose, subject))) return null;
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
      (await challenges.redeem(trx, challenge)) && (await stored.recordUse(trx, known, newCounter));
  }

  /**
   * Verifies a created passkey.
   *
   * @returns a function that stores the passkey within a transaction, and returns false if that was
   * already done; null when the passkey is invalid
   */
  async function claimNew(created: CreatedPasskey, owner: string, name: string) {
    if (party === null) return null;
    const challenge = challengeIn(created.response);
    if (!(await challenges.isValid(challenge, 'registration', owner))) return null;
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
      (await challenges.redeem(trx, challenge)) &&
      (await stored.insert(trx, {
        administrator_id: owner,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(created.response.transports ?? []),
        name,
      }));
  }

  return {
    isOffered: party !== null,
    requestOptions,
    creationOptions,
    claim,
    claimNew,
    find: stored.find,
    listOf: stored.listOf,
    remove: stored.remove,
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;
