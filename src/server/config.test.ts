import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { type Config, ConfigError, parseConfig, SETTING_NAMES } from './config.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

const administrator = { email: 'editor@site.test', password: 'correct horse battery' };
const s3 = {
  endpoint: 'https://store.internal:9000',
  region: 'eu-west-1',
  bucket: 'pictures',
  prefix: 'site/media/',
  accessKeyId: 'KEY',
  secretAccessKey: 'se/cret',
};
const databaseUrl = 'postgres://site:secret@db.internal:5432/site';
const smtpUrl = 'smtps://user:secret@mail.internal';

/** A value for each setting that is not its default, and what becomes of it. */
const GIVEN: Record<string, [value: string, config: Partial<Config>]> = {
  HOST: ['::', { host: '::' }],
  PORT: ['8080', { port: 8080 }],
  PUBLIC_URL: ['https://www.site.test/', { publicUrl: 'https://www.site.test' }],
  DATA_DIR: ['/var/lib/site', { dataDir: '/var/lib/site' }],
  DATABASE_URL: [databaseUrl, { databaseUrl }],
  ADMIN_EMAIL: [administrator.email, { administrator }],
  ADMIN_PASSWORD: [administrator.password, { administrator }],
  LIVE_FORMS: ['on', { liveForms: true }],
  DOI_LOOKUP: ['on', { doiLookup: true }],
  SMTP_URL: [smtpUrl, { smtpUrl }],
  INBOX_EMAIL: ['desk@site.test', { inboxEmail: 'desk@site.test' }],
  MAIL_FROM: ['post@site.test', { mailFrom: 'post@site.test' }],
  SEED_CONTENT: ['off', { seedContent: false }],
  BACKUPS: ['off', { backups: false }],
  TRUST_PROXY: [
    '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
    { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] },
  ],
  PAGE_CACHE_MB: ['0', { pageCacheMb: 0 }],
  SEARCHES_PER_MINUTE: ['600', { searchesPerMinute: 600 }],
  LOG_LEVEL: ['debug', { logLevel: 'debug' }],
  S3_URL: [
    'https://KEY:se%2Fcret@store.internal:9000/pictures/site/media/?region=eu-west-1',
    { s3 },
  ],
  METRICS_PORT: ['9090', { metricsPort: 9090 }],
  METRICS_TOKEN: ['a-token-of-16-letters', { metricsToken: 'a-token-of-16-letters' }],
};

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

  it('are all taken from the environment, and all have an effect', () => {
    const given = Object.entries(GIVEN).map(([name, [value]]) => [name, value]);
    const env = Object.fromEntries(given);
    const expected = Object.assign({}, ...Object.values(GIVEN).map(([, config]) => config));
    expect(parseConfig(env)).toEqual(expected);
    const ignored = SETTING_NAMES.filter((name) => {
      try {
        expect(parseConfig({ ...env, [name]: undefined })).toEqual(expected);
        return true;
      } catch {
        return false;
      }
    });
    expect(ignored, 'parseConfig ignores these: add a field to Config, and fill it').toEqual([]);
  });

  it('count an empty value as not set, as `docker run -e NAME=` and .env files leave them', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
    expect(parseConfig(empty)).toEqual(parseConfig({}));
  });

  it('leave the rest of the environment alone, and cannot be changed once they are read', () => {
    expect(parseConfig({ PATH: '/usr/bin', port: '80' })).toEqual(parseConfig({}));
    const config = parseConfig({
      ADMIN_EMAIL: 'a@site.test',
      ADMIN_PASSWORD: 'correct horse battery',
    });
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
});

describe('a wrong setting stops the start with one line that names it', () => {
  it.each(readTable(new URL('wrong-settings.tsv', import.meta.url)))(
    '%s as %j',
    (name = '', value = '') => {
      const line = refusalOf({ [name]: value });
      expect(line.startsWith(`${name} must be `)).toBe(true);
      expect(line).not.toContain('\n');
    },
  );

  it.each([
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'editor', ADMIN_PASSWORD: 'correct horse battery' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.test, c@d.test', ADMIN_PASSWORD: 'correct horse battery' }],
    [
      'ADMIN_EMAIL',
      { ADMIN_EMAIL: `${'a'.repeat(250)}@b.test`, ADMIN_PASSWORD: 'correct horse battery' },
    ],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'correct horse battery' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'fourteen chars' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'x'.repeat(1001) }],
  ])('%s in %o', (name, env) => {
    const line = refusalOf(env);
    expect(line).toMatch(new RegExp(`^${name} must `));
    expect(line).not.toContain('\n');
  });

  it('and never shows a secret', () => {
    const secrets: Record<string, string>[] = [
      { ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 's3cret' },
      { DATABASE_URL: 'mysql://site:s3cret@db/site' },
      { PUBLIC_URL: 'https://site:s3cret@host' },
      { SMTP_URL: 'http://site:s3cret@mail' },
      { S3_URL: 'https://site:s3cret@store' },
      { METRICS_TOKEN: 's3cret' },
    ];
    for (const env of secrets) expect(refusalOf(env)).not.toContain('s3cret');
  });
});
