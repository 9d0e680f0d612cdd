import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig, SETTING_NAMES, type SettingName } from './config.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

/** A value for each setting that is not its default. */
const GIVEN = {
  HOST: '::',
  PORT: '8080',
  PUBLIC_URL: 'https://www.site.test/',
  DATA_DIR: '/var/lib/site',
  DATABASE_URL: 'postgres://site:secret@db.internal:5432/site',
  ADMIN_EMAIL: 'editor@site.test',
  ADMIN_PASSWORD: 'correct horse',
  LIVE_FORMS: 'on',
  DOI_LOOKUP: 'on',
  SMTP_URL: 'smtps://user:secret@mail.internal',
  INBOX_EMAIL: 'desk@site.test',
  MAIL_FROM: 'post@site.test',
  SEED_CONTENT: 'off',
  BACKUPS: 'on',
  TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
  PAGE_CACHE_MB: '0',
  SEARCHES_PER_MINUTE: '600',
  LOG_LEVEL: 'debug',
  S3_URL: 'https://KEY:se%2Fcret@store.internal:9000/pictures/site/media/?region=eu-west-1',
  METRICS_PORT: '9090',
  METRICS_TOKEN: 'a-token-of-16-letters',
} satisfies Record<SettingName, string>;

describe('settings', () => {
  it('have defaults that serve this machine alone, from an embedded database', () => {
    expect(parseConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: './data',
      databaseUrl: undefined,
      administrator: undefined,
      liveForms: false,
      doiLookup: false,
      smtpUrl: undefined,
      inboxEmail: undefined,
      mailFrom: undefined,
      seedContent: true,
      backups: true,
      s3: undefined,
      trustedProxies: [],
      pageCacheMb: 32,
      searchesPerMinute: 1_200,
      logLevel: 'info',
      metricsPort: undefined,
      metricsToken: undefined,
    });
  });

  it('all have an effect', () => {
    const all = JSON.stringify(parseConfig(GIVEN));
    const ignored = SETTING_NAMES.filter((name) => {
      try {
        return JSON.stringify(parseConfig({ ...GIVEN, [name]: undefined })) === all;
      } catch (error) {
        if (error instanceof ConfigError) return false;
        throw error;
      }
    });
    expect(ignored, 'parseConfig ignores these: add a field to Config, and fill it').toEqual([]);
  });

  it('are all taken from the environment', () => {
    const config = parseConfig(GIVEN);
    expect(config).toEqual({
      host: '::',
      port: 8080,
      publicUrl: 'https://www.site.test',
      dataDir: '/var/lib/site',
      databaseUrl: 'postgres://site:secret@db.internal:5432/site',
      administrator: { email: 'editor@site.test', password: 'correct horse' },
      liveForms: true,
      doiLookup: true,
      smtpUrl: 'smtps://user:secret@mail.internal',
      inboxEmail: 'desk@site.test',
      mailFrom: 'post@site.test',
      seedContent: false,
      backups: true,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
      pageCacheMb: 0,
      searchesPerMinute: 600,
      logLevel: 'debug',
      s3: {
        endpoint: 'https://store.internal:9000',
        region: 'eu-west-1',
        bucket: 'pictures',
        prefix: 'site/media/',
        accessKeyId: 'KEY',
        secretAccessKey: 'se/cret',
      },
      metricsPort: 9090,
      metricsToken: 'a-token-of-16-letters',
    });
  });

  it('count an empty value as not set, as `docker run -e NAME=` and .env files leave them', () => {
    const names = ['HOST', 'PORT', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'ADMIN_EMAIL'].concat([
      'ADMIN_PASSWORD',
      'LIVE_FORMS',
      'SMTP_URL',
      'INBOX_EMAIL',
      'MAIL_FROM',
      'SEED_CONTENT',
      'BACKUPS',
      'TRUST_PROXY',
      'PAGE_CACHE_MB',
      'SEARCHES_PER_MINUTE',
      'LOG_LEVEL',
      'S3_URL',
      'METRICS_PORT',
      'METRICS_TOKEN',
    ]);
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(parseConfig(empty)).toEqual(parseConfig({}));
  });

  it('enable backups by default with SQLite, and not with PostgreSQL', () => {
    const DATABASE_URL = 'postgres://db/site';
    expect(parseConfig({ BACKUPS: 'off' }).backups).toBe(false);
    expect(parseConfig({ DATABASE_URL }).backups).toBe(false);
    expect(parseConfig({ DATABASE_URL, BACKUPS: 'on' }).backups).toBe(true);
  });

  it('leave the rest of the environment alone', () => {
    expect(parseConfig({ PATH: '/usr/bin', port: '80' })).toEqual(parseConfig({}));
  });

  it('cannot be changed once they are read', () => {
    const config = parseConfig({ ADMIN_EMAIL: 'a@site.test', ADMIN_PASSWORD: 'correct horse' });
    expect(Object.isFrozen(config) && Object.isFrozen(config.administrator)).toBe(true);
  });

  it.each([
    ['HOST and PORT', { HOST: 'web.internal', PORT: '80' }, 'http://web.internal:80'],
    ['every IPv4 address', { HOST: '0.0.0.0' }, 'http://localhost:3000'],
    ['every address', { HOST: '::' }, 'http://localhost:3000'],
    ['an IPv6 address', { HOST: '::1' }, 'http://[::1]:3000'],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://site.test/' }, 'https://site.test'],
    [
      'PUBLIC_URL as browsers write it',
      { PUBLIC_URL: 'HTTPS://Site.Test:443' },
      'https://site.test',
    ],
  ])('give a URL that a browser can visit from %s', (_from, env, address) => {
    expect(parseConfig(env).publicUrl).toBe(address);
  });

  it.each(['1', '80', '65535'])('take the port %s', (PORT) => {
    expect(parseConfig({ PORT }).port).toBe(Number(PORT));
  });

  it.each(['postgres://db/site', 'postgresql://user@db:5433/site?sslmode=require'])(
    'take the database %s',
    (DATABASE_URL) => {
      expect(parseConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    },
  );
});

describe('a wrong setting stops the start with one line that names it', () => {
  const WRONG: [name: string, value: string][] = [
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PORT', 'http'],
    ['PORT', ' 80'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '[::1]'],
    ['HOST', 'http://site.test'],
    ['HOST', 'site.test/path'],
    ['PUBLIC_URL', 'site.test'],
    ['PUBLIC_URL', '/site'],
    ['PUBLIC_URL', 'ftp://site.test'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://site.test/path'],
    ['PUBLIC_URL', 'https://site.test//'],
    ['PUBLIC_URL', 'https://site.test?'],
    ['PUBLIC_URL', 'https://site.test/?a=1'],
    ['PUBLIC_URL', 'https://site.test/#'],
    ['PUBLIC_URL', 'https://site.test#a'],
    ['PUBLIC_URL', 'https://user@site.test'],
    ['PUBLIC_URL', 'https://user:secret@site.test/'],
    ['DATABASE_URL', 'postgres://user:12#34@db/site'],
    ['SMTP_URL', 'smtps://user:12#34@mail.internal'],
    ['SMTP_URL', 'smtp://mail.internal/path'],
    ['SMTP_URL', 'smtp:mail.internal'],
    ['SMTP_URL', 'smtp://'],
    ['S3_URL', 'https://key:secret@store.internal/pictures#a'],
    ['DATABASE_URL', 'mysql://db/site'],
    ['DATABASE_URL', './site.sqlite'],
    ['DATABASE_URL', 'postgres'],
    ['LIVE_FORMS', 'true'],
    ['DOI_LOOKUP', 'https://doi.org'],
    ['LIVE_FORMS', 'ON'],
    ['SMTP_URL', 'mail.internal'],
    ['SMTP_URL', 'https://mail.internal'],
    ['INBOX_EMAIL', 'desk'],
    ['MAIL_FROM', 'Site <post@site.test>'],
    ['SEED_CONTENT', '0'],
    ['BACKUPS', 'daily'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['PAGE_CACHE_MB', '-1'],
    ['SEARCHES_PER_MINUTE', 'many'],
    ['PAGE_CACHE_MB', '48MB'],
    ['LOG_LEVEL', 'verbose'],
    ['S3_URL', 's3://bucket'],
    ['S3_URL', 'https://store.internal/pictures'],
    ['S3_URL', 'https://key:secret@store.internal'],
    ['S3_URL', 'https://key:%zz@store.internal/pictures'],
    ['S3_URL', 'https://key:secret@store.internal/Pictures'],
    ['S3_URL', 'https://key:secret@store.internal/pictures/a%20b'],
    ['S3_URL', 'https://key:secret@store.internal/pictures?style=virtual'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '3000'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'a token with spaces in it'],
  ];

  it.each(WRONG)('%s=%s', (name, value) => {
    const line = refusalOf({ [name]: value });
    expect(line.startsWith(`${name} must be `)).toBe(true);
    expect(line).not.toContain('\n');
  });

  it.each([
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'editor', ADMIN_PASSWORD: 'correct horse' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.test, c@d.test', ADMIN_PASSWORD: 'correct horse' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: `${'a'.repeat(250)}@b.test`, ADMIN_PASSWORD: 'correct horse' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'correct horse' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'short' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'x'.repeat(1001) }],
  ])('%s in %o', (name, env) => {
    const line = refusalOf(env);
    expect(line).toMatch(new RegExp(`^${name} must `));
    expect(line).not.toContain('\n');
  });

  it('and never shows a secret', () => {
    expect(refusalOf({ ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 's3cret' })).not.toContain(
      's3cret',
    );
    expect(refusalOf({ DATABASE_URL: 'mysql://site:s3cret@db/site' })).not.toContain('s3cret');
    expect(refusalOf({ PUBLIC_URL: 'https://site:s3cret@host' })).not.toContain('s3cret');
    expect(refusalOf({ SMTP_URL: 'http://site:s3cret@mail' })).not.toContain('s3cret');
    expect(refusalOf({ S3_URL: 'https://site:s3cret@store' })).not.toContain('s3cret');
    expect(refusalOf({ METRICS_TOKEN: 's3cret' })).not.toContain('s3cret');
  });
});
