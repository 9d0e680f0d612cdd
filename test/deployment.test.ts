import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FLAGS, MALLOC } from '../scripts/serving.mjs';
import { parseConfig, SETTING_NAMES, type SettingName } from '../src/server/config.ts';

const read = (path: string) => readFileSync(path, 'utf8');

type Service = {
  environment: Record<string, string>;
  image?: string;
  read_only?: boolean;
  stop_grace_period?: string;
  volumes: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const sites = Object.entries(compose.services).filter(([name]) => name.startsWith('site-'));

/** Settings that compose.yaml leaves alone, with the reason. */
const NOT_IN_COMPOSE: Partial<Record<SettingName, string>> = {
  HOST: 'set by the image',
  PORT: 'set by the image',
  DATA_DIR: 'set by the image',
  SEED_CONTENT: 'its default',
  BACKUPS: 'the database has its own',
  PAGE_CACHE_MB: 'its default',
  SEARCHES_PER_MINUTE: 'its default',
  LOG_LEVEL: 'its default',
  METRICS_TOKEN: 'the port of the metrics needs none',
};

function isSetting(name: string): boolean {
  return SETTING_NAMES.some((known) => known === name);
}

/** A value of compose.yaml with its variables substituted. */
function substituted(value: string): string {
  const given: Record<string, string> = { SITE_HOST: 'www.site.test', POSTGRES_PASSWORD: 'abc' };
  return value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, otherwise) =>
    kind === '-' ? otherwise : (given[name] ?? `no ${name}`),
  );
}

describe('compose.yaml', () => {
  it('has two instances that are alike, on a file system that they cannot write to', () => {
    expect(sites.map(([name]) => name)).toEqual(['site-1', 'site-2']);
    const [first, second] = sites.map(([, { ...service }]) => ({ ...service, depends_on: null }));
    expect(first).toEqual(second);
    for (const [, service] of sites) {
      expect(service.read_only).toBe(true);
      // The site lets requests finish for 30 seconds.
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(30);
    }
  });

  it('sets what can be set, to what the start takes', () => {
    for (const [, { environment }] of sites) {
      const unknown = Object.keys(environment).filter((name) => !isSetting(name));
      expect(unknown).toEqual([]);
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, substituted(value)]),
      );
      expect(parseConfig(env)).toMatchObject({
        publicUrl: 'https://www.site.test',
        databaseUrl: 'postgres://ligara:abc@database:5432/ligara',
        trustedProxies: ['172.30.0.0/24'],
        metricsPort: 9091,
      });
    }
  });

  it('sets every setting, or says why not', () => {
    for (const [, { environment }] of sites) {
      const forgotten = SETTING_NAMES.filter(
        (name) => !(name in environment) && !(name in NOT_IN_COMPOSE),
      );
      expect(
        forgotten,
        'set these in compose.yaml (and deploy/site.env.example), or add them to NOT_IN_COMPOSE',
      ).toEqual([]);
    }
  });

  it('holds no secret: the operator sets them, and missing ones are named', () => {
    const example = read('deploy/site.env.example');
    const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?set \1 in site\.env\}/g)];
    expect(new Set(required.map(([, name]) => name))).toEqual(
      new Set(['SITE_HOST', 'POSTGRES_PASSWORD']),
    );
    const named = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    for (const name of named) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
  });

  it('names volumes and files that there are', () => {
    for (const { volumes } of Object.values(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect([source, existsSync(source)]).toEqual([source, true]);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });
});

describe('the image', () => {
  const lines = read('Dockerfile').split('\n');

  it('is made of files that there are and that the build is given', () => {
    const given = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = lines
      .filter((line) => /^COPY (?!--from|\. )/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const file of [...given, ...copied]) {
      expect([file, existsSync(file)]).toEqual([file, true]);
    }
    for (const file of copied) {
      expect(given.some((each) => file === each || file.startsWith(`${each}/`))).toBe(true);
    }
  });

  it('starts the site as `npm start` does, as nobody in particular', () => {
    const flags = FLAGS.join('", "');
    expect(lines).toContain(`CMD ["node", "${flags}", "server.ts"]`);
    expect(lines).toContain('USER node');
    const service = read('deploy/ligara.service');
    expect(service).toContain(` ${FLAGS.join(' ')} server.ts\n`);
    for (const setting of Object.entries(MALLOC).map((pair) => ` ${pair.join('=')} `)) {
      expect([lines.join('\n'), service]).toEqual([
        expect.stringContaining(setting),
        expect.stringContaining(setting),
      ]);
    }
  });

  it('holds every program that its documentation names', () => {
    const kept = lines.filter((line) => line.startsWith('COPY scripts/')).join(' ');
    const named = [...read('docs/operating.md').matchAll(/\bnode (scripts\/[\w-]+\.ts)/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = ''] of named) expect(kept).toContain(file);
  });
});

it('every setting is described, and nothing is that cannot be set', () => {
  const table = /\| Setting \| Default \|[^\n]*\n([\s\S]*?)\n\n/.exec(
    read('docs/operating.md'),
  )?.[1];
  const described = (table ?? '')
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z\d_]+)`/g)])
    .map(([, name]) => name);
  expect(described.toSorted(), 'describe each setting in docs/operating.md, "Settings"').toEqual(
    SETTING_NAMES.toSorted(),
  );
});
