import { z } from 'zod';

const flag = z
  .enum(['on', 'off'], { error: 'must be "on" or "off"' })
  .transform((value) => value === 'on');

function wholeNumber(least: number, most: number, what = 'whole number') {
  const expected = `must be a ${what} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected);
}

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine(
    (list) => list.every((entry) => network.safeParse(entry).success),
    'must be addresses or networks of proxies, such as 127.0.0.1, 10.0.0.0/8',
  );

/** A URL without a fragment: an unencoded `#` in a password would silently drop the rest. */
function urlOf(protocol: RegExp, form: string) {
  return z
    .url({ protocol, error: form })
    .transform((text) => new URL(text))
    .refine(
      ({ href }) => !href.includes('#'),
      'must be a URL without a fragment; # is written %23',
    );
}

const ORIGIN_FORM =
  'must be an http(s) origin such as https://www.example.org, without path, query or credentials';

const S3_FORM =
  'must be https://KEY:SECRET@HOST/BUCKET?region=REGION, with key and secret percent-encoded';

const s3Url = urlOf(/^https?$/, S3_FORM).transform((url, context) => {
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const bucketOptions = {
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    /** The prefix of all object keys; empty, or ending in a slash. */
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
  const isPlain =
    /^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) && /^[\w./-]*$/.test(bucketOptions.prefix);
  const hasUnknown = [...url.searchParams.keys()].some((name) => name !== 'region');
  if (bucketOptions.accessKeyId && bucketOptions.secretAccessKey && isPlain && !hasUnknown)
    return Object.freeze(bucketOptions);
  context.addIssue(S3_FORM);
  return z.NEVER;
});

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The same rule as that of the forms and the sign-in. */
const email = z
  .string()
  .max(254, 'must have at most 254 characters')
  .regex(z.regexes.html5Email, 'must be an email address');

/** Each is set in the environment by its name in capitals, but for those in `OTHER_NAMES`. */
const settings = z.object({
  host: z
    .union([z.ipv4(), z.ipv6(), z.hostname().regex(/[a-z]/i)], 'must be a host name or IP address')
    .default('127.0.0.1'),
  port: wholeNumber(1, 65_535, 'port number').default(3000),
  /** The site's origin, without a trailing slash. */
  publicUrl: urlOf(/^https?$/, ORIGIN_FORM)
    .refine((url) => url.href === `${url.origin}/`, ORIGIN_FORM)
    .transform((url) => url.origin)
    .optional(),
  dataDir: z.string().min(1).default('./data'),
  /** A postgres:// URL; undefined means the embedded SQLite file in `dataDir`. */
  databaseUrl: urlOf(/^postgres(ql)?$/, 'must be empty or a postgres:// URL')
    .transform((url) => url.href)
    .optional(),
  adminEmail: email.optional(),
  adminPassword: z
    .string()
    .min(15, 'must have at least 15 characters')
    .max(1_000, 'must have at most 1000 characters')
    .optional(),
  liveForms: flag.default(false),
  doiLookup: flag.default(false),
  /** An smtp:// or smtps:// URL; undefined means that mails are written to files in `dataDir`. */
  smtpUrl: urlOf(/^smtps?$/, 'must be an smtp:// or smtps:// URL')
    .refine(
      ({ hostname, pathname }) => hostname !== '' && /^\/?$/.test(pathname),
      'must be smtp(s)://user:password@host:port, followed by nothing but options',
    )
    .transform((url) => url.href)
    .optional(),
  /** Receives a mail for each inquiry; undefined means the site's email. */
  inboxEmail: email.optional(),
  /** The sender of mails; undefined means the site's email. */
  mailFrom: email.optional(),
  seedContent: flag.default(true),
  backups: flag.default(true),
  /** The bucket for pictures; undefined means a folder in `dataDir`. */
  s3: s3Url.optional(),
  /** IP addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: networks.default([]),
  /** The memory for cached pages; 0 disables the cache. */
  pageCacheMb: wholeNumber(0, 65_536).default(32),
  /** A limit per process for all visitors together; 0 means none. */
  searchesPerMinute: wholeNumber(0, 1_000_000).default(1_200),
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  /** A port that serves `/metrics` without a token; undefined means none. */
  metricsPort: wholeNumber(1, 65_535, 'port number').optional(),
  /** The bearer token for `/metrics` on the main port; undefined means no such route. */
  metricsToken: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or characters of _.~+/=-')
    .optional(),
});

const OTHER_NAMES: Record<string, string> = { s3: 'S3_URL', trustedProxies: 'TRUST_PROXY' };
const nameOf = (key: string) =>
  OTHER_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const KEYS = Object.keys(settings.shape);

export const SETTING_NAMES = KEYS.map(nameOf);

export type Config = ReturnType<typeof parseConfig>;

/** An invalid setting; its message is one line that names the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * An empty value counts as not set.
 *
 * @throws ConfigError naming the invalid settings
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>) {
  const parsed = settings.safeParse(
    Object.fromEntries(KEYS.map((key) => [key, env[nameOf(key)] || undefined])),
  );
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(
      ({ path, message }) => `${nameOf(path.join('.'))} ${message}`,
    );
    throw new ConfigError(wrong.join('; '));
  }
  const { adminEmail: email, adminPassword: password, ...data } = parsed.data;
  if ((email === undefined) !== (password === undefined)) {
    const missing = email === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
    throw new ConfigError(`${missing} must be set too: these settings belong together`);
  }
  if (data.metricsPort === data.port) {
    throw new ConfigError('METRICS_PORT must be a different port from PORT');
  }
  return Object.freeze({
    ...data,
    publicUrl: data.publicUrl ?? defaultOrigin(data.host, data.port),
    administrator: email && password ? Object.freeze({ email, password }) : undefined,
  });
}

/** The origin for a browser on this machine: a wildcard host cannot be visited. */
function defaultOrigin(host: string, port: number): string {
  const visitable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${visitable.includes(':') ? `[${visitable}]` : visitable}:${port}`;
}

export function readConfig(): Config {
  return parseConfig(process.env);
}
