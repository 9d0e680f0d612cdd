import { readFileSync } from 'node:fs';
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

/** The defaults; and a value for each setting that is not its default, and what becomes of it. */
const { defaults, given }: { defaults: Config; given: Record<string, [string, Partial<Config>]> } =
  JSON.parse(readFileSync('src/server/settings.json', 'utf8'));

describe('settings', () => {
  it('have defaults that serve this machine alone, from an embedded database', () => {
    expect(parseConfig({})).toEqual(defaults);
  });

  it('are all taken from the environment, and all have an effect', () => {
    const values = Object.entries(given).map(([name, [value]]) => [name, value]);
    const env = Object.fromEntries(values);
    const expected = Object.assign({}, ...Object.values(given).map(([, config]) => config));
    expect(parseConfig(env)).toEqual(expected);
    const ignored = SETTING_NAMES.filter((name) => {
      try {
        expect(parseConfig({ ...env, [name]: undefined })).toEqual(expected);
        return true;
      } catch {
        return false;
      }
    });
    expect(ignored, 'give each a value in settings.json that parseConfig obeys').toEqual([]);
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

  it.each(readTable(new URL('visited-urls.tsv', import.meta.url)))(
    'give a URL that a browser can visit from %s',
    (_from, address, env = '') => {
      expect(parseConfig(JSON.parse(env)).publicUrl).toBe(address);
    },
  );
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

  const password = 'correct horse battery';
  it.each([
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'editor', ADMIN_PASSWORD: password }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.test, c@d.test', ADMIN_PASSWORD: password }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: `${'a'.repeat(250)}@b.test`, ADMIN_PASSWORD: password }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: password }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'fourteen chars' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'editor@site.test', ADMIN_PASSWORD: 'x'.repeat(1001) }],
  ])('%s in %o', (name, env) => {
    const line = refusalOf(env);
    expect(line.startsWith(`${name} must `)).toBe(true);
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
