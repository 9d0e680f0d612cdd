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

/**
 * A URL without a fragment. Everything after a `#` in a password would be one, and be dropped in silence.
 */
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
  const place = {
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    /** Of all keys; empty, or with a slash at its end. */
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
  const isPlain = /^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) && /^[\w./-]*$/.test(place.prefix);
  const others = [...url.searchParams.keys()].some((name) => name !== 'region');
  if (place.accessKeyId && place.secretAccessKey && isPlain && !others) return Object.freeze(place);
  context.addIssue(S3_FORM);
  return z.NEVER;
});

/** Empty for what is not well encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** What forms and the sign-in take, no more and no less. */
const emailAddress = z
  .string()
  .max(254, 'must have at most 254 characters')
  .regex(z.regexes.html5Email, 'must be an e-mail address');

const settings = z.object({
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.hostname()], 'must be a host name or an IP address alone')
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
  ADMIN_EMAIL: emailAddress.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(1_000, 'must have at most 1000 characters')
    .optional(),
  LIVE_FORMS: flag.default('off'),
  SMTP_URL: urlOf(/^smtps?$/, 'must be an smtp:// or smtps:// URL')
    .refine(
      ({ hostname, pathname }) => hostname !== '' && /^\/?$/.test(pathname),
      'must be smtp(s)://user:password@host:port, with nothing after it but options',
    )
    .transform((url) => url.href)
    .optional(),
  INBOX_EMAIL: emailAddress.optional(),
  MAIL_FROM: emailAddress.optional(),
  SEED_CONTENT: flag.default('on'),
  BACKUPS: flag.optional(),
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

/** What can be set, for whatever must name all of it and nothing else. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** Everything that the environment decides, checked and frozen. */
export type Config = Readonly<{
  host: string;
  port: number;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** A postgres:// address; undefined means the embedded SQLite file in `dataDir`. */
  databaseUrl: string | undefined;
  /** The administrator to ensure at start, when both settings are given. */
  administrator: Readonly<{ email: string; password: string }> | undefined;
  liveForms: boolean;
  /** An smtp:// or smtps:// address; undefined means that mails are written to files in `dataDir`. */
  smtpUrl: string | undefined;
  /** Who is told of inquiries; undefined means the site's own address. */
  inboxEmail: string | undefined;
  /** The sender of mails; undefined means the site's own address. */
  mailFrom: string | undefined;
  seedContent: boolean;
  /** Whether a backup is made every day; a PostgreSQL server has its own unless this asks for it. */
  backups: boolean;
  /** Where pictures are kept; undefined means a folder in `dataDir`. */
  s3: z.infer<typeof settings>['S3_URL'];
  /** Addresses and networks of proxies whose word is taken on who asks. */
  trustedProxies: readonly string[];
  /** What kept pages may take of each process's memory; 0 keeps none. */
  pageCacheMb: number;
  /** How many searches all visitors together may make of a process; 0 for no limit. */
  searchesPerMinute: number;
  logLevel: z.infer<typeof settings>['LOG_LEVEL'];
  /** Where figures for Prometheus are told to whoever asks; undefined means nowhere. */
  metricsPort: number | undefined;
  /** Who knows it is told the figures at `/metrics`; undefined means nobody. */
  metricsToken: string | undefined;
}>;

/** A setting that stops the start; its message is one line that names the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings from an environment. Pure: the only caller that passes `process.env` is the
 * boot. An empty value counts as not set.
 *
 * @throws ConfigError naming the first wrong setting.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const { data } = parsed;
  if ((data.ADMIN_EMAIL === undefined) !== (data.ADMIN_PASSWORD === undefined)) {
    const missing = data.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
    throw new ConfigError(`${missing} must be set too: the two settings belong together`);
  }
  if (data.METRICS_PORT === data.PORT) {
    throw new ConfigError('METRICS_PORT must be another port than PORT');
  }
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL ?? servedAddress(data.HOST, data.PORT),
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    administrator:
      data.ADMIN_EMAIL === undefined || data.ADMIN_PASSWORD === undefined
        ? undefined
        : Object.freeze({ email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD }),
    liveForms: data.LIVE_FORMS === 'on',
    smtpUrl: data.SMTP_URL,
    inboxEmail: data.INBOX_EMAIL,
    mailFrom: data.MAIL_FROM,
    seedContent: data.SEED_CONTENT === 'on',
    backups: data.BACKUPS === undefined ? data.DATABASE_URL === undefined : data.BACKUPS === 'on',
    s3: data.S3_URL,
    trustedProxies: data.TRUST_PROXY,
    pageCacheMb: data.PAGE_CACHE_MB,
    searchesPerMinute: data.SEARCHES_PER_MINUTE,
    logLevel: data.LOG_LEVEL,
    metricsPort: data.METRICS_PORT,
    metricsToken: data.METRICS_TOKEN,
  });
}

/** Where a browser on this machine finds the site; a wildcard host is not an address to visit. */
function servedAddress(host: string, port: number): string {
  const visitable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${visitable.includes(':') ? `[${visitable}]` : visitable}:${port}`;
}

/** The settings of this process. */
export function readConfig(): Config {
  return parseConfig(process.env);
}
