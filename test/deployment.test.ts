import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FLAGS, MALLOC } from '../scripts/serving.mjs';
import { parseConfig, SETTING_NAMES } from '../src/server/config.ts';

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

/** Settings that compose.yaml leaves alone: those of the image, those that keep their defaults, the token of a port without one. */
const NOT_IN_COMPOSE =
  'HOST PORT DATA_DIR SEED_CONTENT BACKUPS PAGE_CACHE_MB SEARCHES_PER_MINUTE LOG_LEVEL METRICS_TOKEN'.split(
    ' ',
  );

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

  it('sets every setting but those whose defaults are right, to what the start takes, and nothing else', () => {
    for (const [, { environment }] of sites) {
      const set = [...Object.keys(environment), ...NOT_IN_COMPOSE];
      expect(
        set.sort(),
        'set each in compose.yaml (and deploy/site.env.example), or in NOT_IN_COMPOSE',
      ).toEqual(SETTING_NAMES.toSorted());
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
  const copied = lines
    .filter((line) => /^COPY (?:--from=build|(?!--from|\. ))/.test(line))
    .flatMap((line) => line.replace('--from=build ', '').split(' ').slice(1, -1))
    .map((path) => path.replace('/app/', ''))
    .filter((path) => path !== 'build');

  it('is made of files that there are and that the build is given', () => {
    const given = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied).toContain('src');
    for (const file of [...given, ...copied]) {
      expect([file, globSync(file).length > 0]).toEqual([file, true]);
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

  it('holds every program that its documentation names, and all that these import', () => {
    const documents = ['README.md', 'docs/operating.md', 'docs/moving.md'].map(read).join('\n');
    const programs = Object.entries<string>(JSON.parse(read('package.json')).scripts)
      .filter(([name]) => documents.includes(`npm run ${name}`))
      .flatMap(([, command]) => /setup\.mjs run (scripts\/[\w-]+\.ts)/.exec(command)?.[1] ?? []);
    const called = [...documents.matchAll(/\bnode (scripts\/[\w-]+\.ts)/g)].map(([, file]) => file);
    const { files, packages } = importedBy(['server.ts', ...programs, ...called]);
    expect(programs).toEqual(expect.arrayContaining(['scripts/export.ts', 'scripts/import.ts']));
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => !isCopied(file))).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json'));
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  });

  /** The stage that builds the pages removes what they are made of. */
  function isCopied(file: string): boolean {
    const isPage = /^src\/(?:.*\/)?(?:pages|admin)\//.test(file);
    return !isPage && copied.some((each) => matchesGlob(file, each) || file.startsWith(`${each}/`));
  }

  function importedBy(programs: readonly (string | undefined)[]) {
    const files = new Set(programs.filter((file) => file !== undefined));
    const packages = new Set<string>();
    for (const file of files) {
      const code = read(file);
      const imports = [...code.matchAll(IMPORT)].map(([, from, dynamic]) => from ?? dynamic ?? '');
      const modules = [...code.matchAll(MODULE)].map(([, name = '']) => name);
      const inProject = imports.filter((name) => name.startsWith('.'));
      for (const name of [...inProject, ...modules]) files.add(join(dirname(file), name));
      const others = imports.filter((name) => /^(?!node:)[@\w]/.test(name));
      for (const name of others) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
    }
    return { files: [...files], packages: [...packages] };
  }
});

/** Types are erased. */
const IMPORT = /^(?:im|ex)port (?!type )(?:[^;']*? from )?'([^']+)';|\bimport\('([^']+)'\)/gm;
/** A thread or process of its own. */
const MODULE = /new URL\('([\w./-]+\.ts)', import\.meta/g;

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
