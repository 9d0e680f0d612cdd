import { z } from 'zod';

const flag = z.enum(['on', 'off'], { error: 'must be "on" or "off"' });

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

/** Percent-decodes; empty when the text is not validly encoded. */
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

const settings = z.object({
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.hostname().regex(/[a-z]/i)], 'must be a host name or IP address')
    .default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535, 'port number').default(3000),
  PUBLIC_URL: urlOf(/^https?$/, ORIGIN_FORM)
    .refine((url) => url.href === `${url.origin}/`, ORIGIN_FORM)
    .transform((url) => url.origin)
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlOf(/^postgres(ql)?$/, 'must be empty or a postgres:// URL')
    .transform((url) => url.href)
    .optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(15, 'must have at least 15 characters')
    .max(1_000, 'must have at most 1000 characters')
    .optional(),
  LIVE_FORMS: flag.default('off'),
  DOI_LOOKUP: flag.default('off'),
  SMTP_URL: urlOf(/^smtps?$/, 'must be an smtp:// or smtps:// URL')
    .refine(
      ({ hostname, pathname }) => hostname !== '' && /^\/?$/.test(pathname),
      'must be smtp(s)://user:password@host:port, followed by nothing but options',
    )
    .transform((url) => url.href)
    .optional(),
  INBOX_EMAIL: email.optional(),
  MAIL_FROM: email.optional(),
  SEED_CONTENT: flag.default('on'),
  BACKUPS: flag.default('on'),
  S3_URL: s3Url.optional(),
  TRUST_PROXY: networks.default([]),
  PAGE_CACHE_MB: wholeNumber(0, 65_536).default(32),
  SEARCHES_PER_MINUTE: wholeNumber(0, 1_000_000).default(1_200),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  METRICS_PORT: wholeNumber(1, 65_535, 'port number').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or characters of _.~+/=-')
    .optional(),
});

export type SettingName = keyof typeof settings.shape;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(settings.shape) as SettingName[];

/** The settings, validated and frozen. */
export type Config = ReturnType<typeof parseConfig>;

/** An invalid setting; its message is one line that names the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses the settings of an environment. An empty value counts as not set.
 *
 * @throws ConfigError naming the invalid settings
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new ConfigError(wrong.join('; '));
  }
  const { data } = parsed;
  if ((data.ADMIN_EMAIL === undefined) !== (data.ADMIN_PASSWORD === undefined)) {
    const missing = data.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
    throw new ConfigError(`${missing} must be set too: these settings belong together`);
  }
  if (data.METRICS_PORT === data.PORT) {
    throw new ConfigError('METRICS_PORT must be a different port from PORT');
  }
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    /** The site's origin, without a trailing slash. */
    publicUrl: data.PUBLIC_URL ?? defaultOrigin(data.HOST, data.PORT),
    dataDir: data.DATA_DIR,
    /** A postgres:// URL; undefined means the embedded SQLite file in `dataDir`. */
    databaseUrl: data.DATABASE_URL,
    /** The administrator to ensure at start, when both settings are given. */
    administrator:
      data.ADMIN_EMAIL === undefined || data.ADMIN_PASSWORD === undefined
        ? undefined
        : Object.freeze({ email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD }),
    liveForms: data.LIVE_FORMS === 'on',
    /** Asks crossref.org for what DOIs name that a writer pastes. */
    doiLookup: data.DOI_LOOKUP === 'on',
    /** An smtp:// or smtps:// URL; undefined means that mails are written to files in `dataDir`. */
    smtpUrl: data.SMTP_URL,
    /** Receives a mail for each inquiry; undefined means the site's email. */
    inboxEmail: data.INBOX_EMAIL,
    /** The sender of mails; undefined means the site's email. */
    mailFrom: data.MAIL_FROM,
    seedContent: data.SEED_CONTENT === 'on',
    /** Enables daily backups, and one before each migration. */
    backups: data.BACKUPS === 'on',
    /** The bucket for pictures; undefined means a folder in `dataDir`. */
    s3: data.S3_URL,
    /** IP addresses and networks of proxies whose `X-Forwarded-For` is believed. */
    trustedProxies: data.TRUST_PROXY,
    /** The memory for cached pages; 0 disables the cache. */
    pageCacheMb: data.PAGE_CACHE_MB,
    /** A limit per process for all visitors together; 0 means none. */
    searchesPerMinute: data.SEARCHES_PER_MINUTE,
    logLevel: data.LOG_LEVEL,
    /** A port that serves `/metrics` without a token; undefined means none. */
    metricsPort: data.METRICS_PORT,
    /** The bearer token for `/metrics` on the main port; undefined means no such route. */
    metricsToken: data.METRICS_TOKEN,
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
