import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * A passkey in software (WebAuthn Level 3): the responses of a browser and its authenticator at `origin`,
 * with an ES256 key.
 */
export function makeSoftwarePasskey(origin = 'https://site.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const rpIdHash = sha256(Buffer.from(new URL(origin).hostname));
  let counter = 0;

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** @param flags UP and UV, and AT where a new key follows */
  function authenticatorData(flags: number, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested]);
  }

  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };

  /** As `navigator.credentials.create`. */
  function create({ challenge }: { challenge: string }) {
    const key = new Map<number | string, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
    const attestation = new Map<number | string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData(0x45, attested)],
    ]);
    return {
      ...credential,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** As `navigator.credentials.get`. */
  function answer(
    { challenge }: { challenge: string },
    { isVerified = true, userHandle = undefined as string | undefined } = {},
  ) {
    counter += 1;
    const data = authenticatorData(isVerified ? 0x05 : 0x01);
    const client = clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
    return {
      ...credential,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  return {
    create,
    answer,
    /** As a cloned authenticator: its counter lags behind. */
    resetCounter: () => {
      counter = 0;
    },
  };
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

type Cbor = number | string | Buffer | CborMap;
type CborMap = Map<number | string, Cbor>;

/** The subset of CBOR (RFC 8949) that a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)]),
  ]);
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  return count < 256
    ? Buffer.from([type | 24, count])
    : Buffer.from([type | 25, count >> 8, count & 0xff]);
}
