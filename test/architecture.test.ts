import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';

/** The rooms from the top: each imports only what stands below it. docs/architecture.md says what each is for. */
const ROOMS = [
  ...(['app', 'site', 'transfer', 'editor', 'newsletter', 'inquiries', 'posts'] as const),
  ...(['rendering', 'science', 'media', 'accounts', 'mail', 'text', 'admin', 'ui'] as const),
  ...(['server', 'content'] as const),
];
type Room = (typeof ROOMS)[number];

/** Every room may know these: what rules and pages are given, and what a page says of itself. */
const KNOWN_TO_ALL = ['src/context.ts', 'type src/site.ts', 'type src/root.tsx'];

/** What runs in a browser: pages, the admin area and what both are made of. */
const IN_BROWSER =
  /^src\/(?:(?:ui|admin|editor)\/|site\/layout\/|app\/web\/|[\w.]+$|.*\/(?:admin|pages)\/)/;

/** Their loaders and actions call rules: the build leaves both, with what they alone import, out of what browsers load. */
const PAGES = new Set(
  [...readFileSync('src/routes.ts', 'utf8').matchAll(/'([\w/.-]+\/pages\/[\w/.-]+\.tsx)'/g)].map(
    ([, page]) => `src/${page}`,
  ),
);

/** Pure rules that a browser may load. Of everything else it knows the types alone. */
const FIT_FOR_BROWSERS = readFileSync('test/fit-for-browsers.txt', 'utf8').trim().split('\n');

/** What connects rules to threads, processes, disks and networks: `app` hands it to them. */
const OUTSIDE = /\/(?:threads|process|processes|storage|network)\//;

/** What answers requests. */
const OF_REQUESTS = /^src\/(?:app\/|server\/http\/|.*\/(?:api|feeds)\/)/;

const PACKAGES = readTable(new URL('packages.tsv', import.meta.url)).map(
  ([packages = '', by = '', instead = '']) => ({
    packages: packages.split(' '),
    by: new RegExp(by),
    instead,
  }),
);

type Import = { file: string; target: string; typeOnly: boolean };

const SOURCES = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

const IMPORTS = SOURCES.flatMap(({ file, code }) => importsOf(file, code));

/** What a file imports; the types that the router generates are the file's own. */
function importsOf(file: string, code: string): Import[] {
  const statements = code.matchAll(
    /^(?:import|export)\b(?:([^;'"]*?)\bfrom\s+)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  );
  return [...statements].flatMap(([, clause = '', from, dynamic]) => {
    const written = (from ?? dynamic ?? '').replace(/\?.*$/, '');
    const target = written.startsWith('.') ? normalize(join(dirname(file), written)) : written;
    return target.includes('/+types/') ? [] : [{ file, target, typeOnly: isTypeOnly(clause) }];
  });
}

function isTypeOnly(clause: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1]?.split(',') ?? [];
  const named = names.map((name) => name.trim()).filter((name) => name !== '');
  return (
    /^\s*type\b/.test(clause) || (named.length > 0 && named.every((name) => /^type\s/.test(name)))
  );
}

function roomOf(path: string): Room | undefined {
  return ROOMS.find((room) => path.startsWith(`src/${room}/`));
}

/** Why a file may not import something; null when it may. */
function refusalOf(each: Import): string | null {
  const { file, target, typeOnly } = each;
  if (!target.startsWith('src/')) return refusalOfPackage(file, target);
  if (IN_BROWSER.test(file) && !PAGES.has(file) && !typeOnly && !isFitForBrowsers(target)) {
    return 'a browser would load it: call it in the loader of a page or by the API, or import its types';
  }
  if (leadsOutside(each)) return 'it leads outside: take it as a function, which src/app hands on';
  const [from, to] = [roomOf(file), roomOf(target)];
  // The root and the routes join all pages.
  if (from === undefined || from === to || isKnownToAll(target, typeOnly)) return null;
  if (to !== undefined && ROOMS.indexOf(from) < ROOMS.indexOf(to)) return null;
  return `${from} stands below ${to ?? 'src'}: take it as an argument, or move what both need down`;
}

function leadsOutside({ file, target, typeOnly }: Import): boolean {
  if (typeOnly || !OUTSIDE.test(target) || OUTSIDE.test(file)) return false;
  const from = roomOf(file);
  return from !== 'app' && !(from === 'server' && roomOf(target) === 'server');
}

function isKnownToAll(target: string, typeOnly: boolean): boolean {
  return KNOWN_TO_ALL.includes(target) || (typeOnly && KNOWN_TO_ALL.includes(`type ${target}`));
}

function isFitForBrowsers(target: string): boolean {
  return (
    IN_BROWSER.test(target) ||
    target.startsWith('src/content/') ||
    target.endsWith('.css') ||
    FIT_FOR_BROWSERS.includes(target)
  );
}

function refusalOfPackage(file: string, target: string): string | null {
  if (file.startsWith('src/content/')) return 'content is data: move what computes elsewhere';
  if (IN_BROWSER.test(file) && target.startsWith('node:') && !/^src\/(?:app|entry)/.test(file)) {
    return 'a browser has no Node.js';
  }
  const rule = PACKAGES.find(({ packages }) =>
    packages.some((name) => target === name || (/[/-]$/.test(name) && target.startsWith(name))),
  );
  return rule === undefined || rule.by.test(file) ? null : rule.instead;
}

/** Lines of code, without comments, that match. */
function linesWith(pattern: RegExp, files: readonly { file: string; code: string }[]): string[] {
  return files.flatMap(({ file, code }) =>
    code
      .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line.replace(/(?:^|\s)\/\/.*$/, '')) ? [`${file}:${index + 1}`] : [],
      ),
  );
}

const SCRIPTS = globSync('scripts/**/*.{ts,mjs}')
  .filter((file) => !/\.test\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

describe('the architecture', () => {
  it('is read from every source file', () => {
    expect(SOURCES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(SOURCES.length);
    const strangers = SOURCES.filter(
      ({ file }) => roomOf(file) === undefined && file.split('/').length > 2,
    );
    expect(strangers.map(({ file }) => `${file} is in no room: add it to ROOMS`)).toEqual([]);
  });

  it('lets rooms import only what lies below them, and browsers load only what is fit for them', () => {
    const breaches = IMPORTS.flatMap((each) => {
      const refusal = refusalOf(each);
      return refusal === null ? [] : [`${each.file} imports ${each.target}: ${refusal}`];
    });
    expect(breaches).toEqual([]);
  });

  it.each(readTable(new URL('one-place.tsv', import.meta.url)))(
    'keeps %s in one place',
    (_, pattern = '', places = '', instead = '') => {
      const server = { file: 'server.ts', code: readFileSync('server.ts', 'utf8') };
      const others = [...SOURCES, ...SCRIPTS, server].filter(
        ({ file }) => !new RegExp(places).test(file),
      );
      const found = linesWith(new RegExp(pattern), others);
      expect(found.map((place) => `${place}: ${instead}`)).toEqual([]);
    },
  );

  it('gives rules no clock of their own', () => {
    const clock = /^src\/server\/instants\.ts$/;
    const domain = SOURCES.filter(
      ({ file }) => ![IN_BROWSER, OUTSIDE, OF_REQUESTS, clock].some((other) => other.test(file)),
    );
    expect(
      linesWith(/\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\s*\)/, domain).map(
        (place) => `${place} reads the clock: take the instant from site.now()`,
      ),
    ).toEqual([]);
  });

  it('counts every change of what the public sees, by `changed` of public-views.ts', () => {
    const writes =
      /\.(?:insertInto|updateTable|deleteFrom)\('(?:posts|post_records|authors|glossary_terms)'/;
    const silent = [
      // `save` counts what these write.
      'src/posts/stored-post.ts',
      'src/transfer/import.ts',
      // The latest text alone, which is not public.
      'src/posts/unpublished-changes.ts',
    ];
    const writers = SOURCES.filter(({ file, code }) => writes.test(code) && !silent.includes(file));
    const forgetful = writers.filter(({ code }) => !/\b(?:changed|revise)\(trx\b/.test(code));
    expect(forgetful.map(({ file }) => `${file}: call changed(trx)`)).toEqual([]);
  });

  it('has no folder that says nothing of what is in it', () => {
    const vague = globSync('{src,scripts,test}/**/{utils,lib,helpers,hooks,common,shared,misc}');
    expect(vague.map((folder) => `${folder}: name folders after what is in them`)).toEqual([]);
  });
});

/** Lines of code by room: neither blank nor only a comment. Numbers only go down, in the commit that shrinks a room. */
const BUDGETS: Record<string, number> = {
  accounts: 3782,
  admin: 1616,
  app: 2151,
  content: 3249,
  editor: 6242,
  inquiries: 1558,
  mail: 564,
  media: 2297,
  newsletter: 2247,
  other: 549,
  posts: 7405,
  rendering: 1282,
  science: 7879,
  scripts: 1605,
  server: 3422,
  site: 4145,
  text: 554,
  transfer: 3065,
  ui: 3247,
};
const TEST_LINES = 29_936;
const SOURCE_FILES = 694;
const DOCUMENT_LINES = 2415;

const TEST = /^test\/|\/fixtures\/|\.(?:test|e2e)\.[a-z]+$/;
const COUNTED = globSync('{*,{src,scripts,test}/**/*}.{ts,tsx,js,jsx,mjs,cjs,css,sql,html,sh}');

/** Lines that are neither blank nor only a comment. */
function countLines(text: string): number {
  const withoutBlocks = text.replace(/^[ \t]*\{?\/\*[\s\S]*?\*\/\}?/gm, '');
  return withoutBlocks.split('\n').filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length;
}

const linesOf = (files: string[]) =>
  files.reduce((sum, file) => sum + countLines(readFileSync(file, 'utf8')), 0);

describe('the size of the code', () => {
  const code = COUNTED.filter((file) => !TEST.test(file));

  it('stays within the budget of each room', () => {
    const rooms = Map.groupBy(
      code,
      (file) =>
        /^src\/([^/]+)\//.exec(file)?.[1] ?? (file.startsWith('scripts/') ? 'scripts' : 'other'),
    );
    const above = [...rooms].flatMap(([room, files]) => {
      const lines = linesOf(files);
      const budget = BUDGETS[room] ?? 0;
      return lines <= budget
        ? []
        : `${room} has ${lines} lines of code, ${lines - budget} more than its budget: find a smaller way or remove what is not needed, or say in a decision record why it needs more`;
    });
    expect(above).toEqual([]);
  });

  it('offers other rooms no more functions of rendering, science and text', () => {
    const isWithin = (file: string) => /^src\/(?:rendering|science|text)\//.test(file);
    const used = SOURCES.filter(({ file }) => !isWithin(file)).flatMap(({ file, code }) =>
      [...code.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
        ([, names = '', from = '']) => {
          const target = normalize(join(dirname(file), from));
          return isWithin(target)
            ? (names.match(/(?<=^|,)\s*(?!type )[a-z]\w*/g) ?? []).map(
                (name) => target + name.trim(),
              )
            : [];
        },
      ),
    );
    expect(
      new Set(used).size,
      'call one that is there, or move it to the room that alone uses it',
    ).toBeLessThanOrEqual(38);
  });

  it('stays within the budgets of tests, files and documents', () => {
    const tests = linesOf(COUNTED.filter((file) => TEST.test(file)));
    const documents = globSync('docs/**/*.md')
      .map((file) => readFileSync(file, 'utf8').split('\n').length - 1)
      .reduce((sum, lines) => sum + lines, 0);
    expect(tests, 'lines of tests: test a behaviour at one layer').toBeLessThanOrEqual(TEST_LINES);
    expect(
      code.filter((file) => /\.tsx?$/.test(file)).length,
      'source files: a file is a screen, the rules of a table, a widget or a subject',
    ).toBeLessThanOrEqual(SOURCE_FILES);
    expect(documents, 'lines of docs/: shorten what is there').toBeLessThanOrEqual(DOCUMENT_LINES);
  });
});
