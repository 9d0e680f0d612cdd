import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSharedState } from './shared-state.ts';

/** The rooms from the top: each imports only what stands below it. docs/architecture.md says what each is for. */
const ROOMS = [
  ...(['app', 'site', 'transfer', 'editor', 'newsletter', 'inquiries', 'posts'] as const),
  ...(['rendering', 'science', 'media', 'accounts', 'mail', 'text', 'admin', 'ui'] as const),
  ...(['server', 'content'] as const),
];
type Room = (typeof ROOMS)[number];

/** Every room may know these: what a page is given, and what it says of itself. */
const KNOWN_TO_ALL = ['src/context.ts', 'type src/root.tsx'];

/** What runs in a browser: pages, the admin area and what both are made of. */
const IN_BROWSER =
  /^src\/(?:(?:ui|admin|editor)\/|site\/layout\/|app\/web\/|[\w.]+$|.*\/(?:admin|pages)\/)/;

/** Pure rules that a browser may load. Of everything else it knows the types alone. */
const FIT_FOR_BROWSERS = [
  'src/inquiries/contact.ts',
  'src/inquiries/live-forms.ts',
  'src/media/attachment-url.ts',
  'src/media/picture-url.ts',
  'src/posts/authors/author.ts',
  'src/posts/cite-post.ts',
  'src/posts/credit-roles.ts',
  'src/posts/ellipsis.ts',
  'src/posts/post.ts',
  'src/posts/record/notice.ts',
  'src/posts/record/record-mark.ts',
  'src/posts/record/text-changes.ts',
  'src/posts/statements.ts',
  'src/rendering/unfinished.ts',
  'src/science/glossary/term.ts',
  ...[
    'citation-syntax.ts',
    'csl.ts',
    'keys.ts',
    'names.ts',
    'read-record.ts',
    'reference-list.ts',
    'reference.ts',
    'same-work.ts',
  ].map((file) => `src/science/references/${file}`),
  'src/text/attributes.ts',
  'src/text/blocking.ts',
  'src/text/data-links.ts',
  'src/text/placeholders.ts',
  'src/text/read-tags.ts',
  'src/text/word-count.ts',
];

/** What connects rules to threads, processes, disks and networks: `app` hands it to them. */
const OUTSIDE = /\/(?:threads|process|processes|storage|network)\//;

/** What answers requests. */
const OF_REQUESTS = /^src\/(?:app\/|server\/http\/|.*\/(?:api|feeds)\/)/;

/** Packages by who may import them. One that ends in a slash or hyphen is a family. */
const PACKAGES: { packages: readonly string[]; by: RegExp; instead: string }[] = [
  {
    packages: ['hono', 'hono/', '@hono/'],
    by: OF_REQUESTS,
    instead: 'rules know no request: call them from a file below api/',
  },
  {
    packages: [
      'react',
      'react/',
      'react-dom',
      'react-dom/',
      'react-router',
      'react-router/',
      'lucide-react',
    ],
    by: /^src\/(?:(?:ui|admin|editor|mail)\/|site\/layout\/|app\/web\/|[\w.]+$|.*\/(?:admin|pages|mails)\/)/,
    instead: 'rules draw nothing',
  },
  {
    packages: ['kysely', 'kysely/'],
    by: /^src\/(?!ui\/|admin\/|editor\/|content\/|text\/|rendering\/|.*\/(?:admin|pages|api|feeds)\/)/,
    instead: 'queries belong to the rules of a room',
  },
  {
    packages: ['better-sqlite3', 'pg'],
    by: /^src\/(?:server\/db|app\/backup)\//,
    instead: 'take the database from connect.ts',
  },
  {
    packages: [
      'node:worker_threads',
      'node:child_process',
      'node:http',
      'node:https',
      'node:dns',
      'node:dns/',
    ],
    by: /^src\/(?:server|app)\/|\/(?:threads|process|processes|network)\//,
    instead: 'rules know no thread, process or socket: take it as a function',
  },
];
/** Variables that concurrent calls share and read after an `await`, since it is the latest value that counts. */
const SHARED_ON_PURPOSE: Record<string, { names: readonly string[]; since: string }> = {
  'src/server/db/until-posts-change.ts': {
    names: ['cached'],
    since: 'it is compared and replaced in one step, after the last await',
  },
  'src/server/db/watch-posts.ts': {
    names: ['known', 'stopListening', 'waking'],
    since: 'one loop reads the counter, and a notification wakes it',
  },
  'src/server/db/connect.ts': {
    names: ['isReported'],
    since: 'of several probes that fail at once, one reports',
  },
  'src/accounts/lifo-queue.ts': {
    names: ['running'],
    since: 'a count, changed in one step',
  },
  'src/mail/dispatcher.ts': {
    names: ['isClosed', 'isWoken'],
    since: 'a call or a close while mail is sent counts at once',
  },
  'src/science/glossary/read-glossary.ts': {
    names: ['recent'],
    since: 'a whole value, which is used for its own revision alone',
  },
  'src/server/threads/thread.ts': {
    names: ['shedding'],
    since: 'a thread has one task at a time',
  },
  'src/server/http/body-limit.ts': {
    names: ['bytes'],
    since: 'a stream is pulled one chunk at a time',
  },
  'src/server/http/cache/page-cache.ts': {
    names: ['generation'],
    since: 'a page whose rendering started before a change is not cached',
  },
  'src/server/http/readiness.ts': {
    names: ['isDraining'],
    since: 'drained during a probe is not ready',
  },
  'src/server/recurring-job.ts': { names: ['isEnded', 'timer'], since: 'one run at a time' },
  'src/editor/admin/drafts/autosaver.ts': {
    names: ['discards', 'isInStep', 'sequence', 'underWay', 'waiting'],
    since: 'one request at a time, the latest entry next',
  },
  'src/inquiries/admin/unread.ts': {
    names: ['lastRequest', 'unread'],
    since: 'only the answer to the latest request counts',
  },
  'src/editor/admin/writing/picture-uploads.ts': {
    names: ['composed', 'field'],
    since: 'uploads are aborted when the field goes',
  },
  'src/editor/admin/writing/previewer.ts': {
    names: ['isStopped', 'isUnderWay', 'isWanted'],
    since: 'one request at a time, and again when the text has changed',
  },
  'src/site/pages/home/molecule-figure.tsx': {
    names: ['isDisposed', 'running'],
    since: 'each effect has its own, and starts once',
  },
};

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
  if (IN_BROWSER.test(file) && !typeOnly && !isFitForBrowsers(target)) {
    return 'a browser would load it: call a service in a loader or the API, or import its types';
  }
  if (leadsOutside(each)) return 'it leads outside: take it as a function, which src/app hands on';
  if (file.startsWith('src/server/db/migrations/') && target !== 'src/server/db/connect.ts') {
    return 'a migration does the same in ten years: copy what it needs into it';
  }
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

/** The first way from a file back to itself, or undefined. */
function cycleFrom(start: string, graph: Map<string, string[]>): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, path: string[]): string[] | undefined => {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
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

/** Words that docs/style.md replaces, in comments and names, and what to write instead. */
const REPLACED_WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/furnish/i, 'write "seed" or "sample content"'],
  [/\bwhoever\b/i, 'name the person: the reader, the operator, the client'],
  [/\banew\b/i, 'write "again"; of a page, "rendered" or "a cache miss"'],
  [/how-?manieth/i, 'write "attempt number"'],
  [/\bthat which is\b/i, 'name the thing: the malformed request, the post'],
];

const DECLARED =
  /\b(?:const|let|function|class|type|interface)\s+\w*(?:furnish|whoever|anew|howManieth)/i;

/** Text set as markup without `trustedHtml`; `iconMarkup` calls it, and `code` is of inline scripts. */
const UNTRUSTED_MARKUP = /\b__html: (?!trustedHtml\(|string\b|iconMarkup\(|code\b)/;

/** TypeScript's own utility types, and a name that says nothing. */
const TAKEN_TYPE_NAMES =
  /\b(?:type|interface) (?:Parts|Pick|Record|Partial|Omit|Required|Readonly|Exclude|Extract|Awaited)\b/;

const SCRIPTS = globSync('scripts/**/*.{ts,mjs}')
  .filter((file) => !/\.test\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

/** The comments that match, each by the line on which the match begins. */
function commentsWith(pattern: RegExp, files: readonly { file: string; code: string }[]): string[] {
  return files.flatMap(({ file, code }) =>
    [...code.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].flatMap(({ 0: comment, index }) => {
      const at = comment.search(pattern);
      return at < 0 ? [] : [`${file}:${code.slice(0, index + at).split('\n').length}`];
    }),
  );
}

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

  it('has no room above 16 % of the whole', () => {
    const linesOf = (files: typeof SOURCES) =>
      files.reduce((sum, { code }) => sum + code.split('\n').length, 0);
    const all = linesOf(SOURCES);
    const large = ROOMS.filter(
      (room) => linesOf(SOURCES.filter(({ file }) => roomOf(file) === room)) > 0.16 * all,
    );
    expect(large).toEqual([]);
  });

  it('has no circles', () => {
    const graph = new Map(
      [...Map.groupBy(IMPORTS, ({ file }) => file)].map(([file, imports]) => [
        file,
        imports.map(({ target }) => target),
      ]),
    );
    const circles = SOURCES.map(({ file }) => cycleFrom(file, graph)).filter((found) => found);
    expect(
      circles.map((files) => `${files?.join(' → ')}: move what they share into a file of its own`),
    ).toEqual([]);
  });

  it('reads the environment in src/server/config.ts alone', () => {
    const server = { file: 'server.ts', code: readFileSync('server.ts', 'utf8') };
    const others = [...SOURCES, server].filter(({ file }) => file !== 'src/server/config.ts');
    expect(
      linesWith(/\bprocess\.env\b|\bprocess\['env'\]|\{[^}]*\benv\b[^}]*\} = process/, others).map(
        (place) =>
          `${place} reads the environment: add a setting to src/server/config.ts and pass it on`,
      ),
    ).toEqual([]);
  });

  it('gives rules no clock of their own', () => {
    const domain = SOURCES.filter(
      ({ file }) => ![IN_BROWSER, OUTSIDE, OF_REQUESTS].some((other) => other.test(file)),
    );
    expect(
      linesWith(/\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\s*\)/, domain).map(
        (place) => `${place} reads the clock: take the instant from now(), which services pass on`,
      ),
    ).toEqual([]);
  });

  it('begins transactions in src/server/db/transaction.ts alone, which repeats those that a deadlock ended', () => {
    const others = [...SOURCES, ...SCRIPTS].filter(
      ({ file }) => file !== 'src/server/db/transaction.ts',
    );
    expect(
      linesWith(/\.(?:transaction|startTransaction)\(/, others).map(
        (place) =>
          `${place}: call inTransaction; inTransactionOnce where its work cannot be repeated`,
      ),
    ).toEqual([]);
  });

  it('reads public posts through one module, which adds the date from which they are public', () => {
    // The lists of posts begin at a date.
    const readers = ['src/server/db/public-views.ts', 'src/posts/post-list.ts'];
    const others = SOURCES.filter(({ file }) => !readers.includes(file));
    expect(
      linesWith(/(?:\(|^\s*)'public_(?:posts|dates)'|(?:`|\bfrom |\bjoin )public_/, others).map(
        (place) => `${place}: begin with publicPosts() or publicDates() of public-views.ts`,
      ),
    ).toEqual([]);
  });

  it('makes directories without `recursive`, which can hang', () => {
    const found = linesWith(/\bmkdir(?:Sync)?\([^;]*\brecursive\b/, SOURCES);
    expect(found.map((line) => `${line}: use src/server/db/make-directory.ts`)).toEqual([]);
  });

  it('shares no variable between concurrent calls that use it after an await, without a reason', () => {
    const found = SOURCES.flatMap(({ file, code }) =>
      findSharedState(file, code).map((name) => `${file} ${name}`),
    );
    const named = Object.entries(SHARED_ON_PURPOSE).flatMap(([file, { names }]) =>
      names.map((name) => `${file} ${name}`),
    );
    const unnamed = found.filter((each) => !named.includes(each));
    expect(
      unnamed.map(
        (each) => `${each}: keep it in a local variable, or name it in SHARED_ON_PURPOSE`,
      ),
    ).toEqual([]);
    expect(named.filter((each) => !found.includes(each))).toEqual([]);
  });

  it('gives no type a name that says nothing or hides one of TypeScript', () => {
    expect(
      linesWith(TAKEN_TYPE_NAMES, [...SOURCES, ...SCRIPTS]).map(
        (place) => `${place}: name the type for what it holds, such as PostReadingDeps`,
      ),
    ).toEqual([]);
  });

  it('is written in the terms of docs/style.md', () => {
    const files = [...SOURCES, ...SCRIPTS];
    const inComments = REPLACED_WORDS.flatMap(([word, instead]) =>
      commentsWith(word, files).map((place) => `${place}: instead of ${word}, ${instead}`),
    );
    expect(inComments).toEqual([]);
    const inNames = linesWith(DECLARED, files).map((place) => `${place}: see REPLACED_WORDS`);
    expect(inNames).toEqual([]);
  });

  it('sets no markup that a browser would block on client-side navigation', () => {
    expect(
      linesWith(UNTRUSTED_MARKUP, SOURCES).map((place) => `${place}: use trustedHtml`),
    ).toEqual([]);
  });

  it('serializes bodies in one place, which escapes what others search for', () => {
    const writers = IMPORTS.filter(({ target }) =>
      ['rehype-stringify', 'hast-util-to-html'].includes(target),
    ).map(({ file }) => file);
    // What is pasted becomes the source that its author edits.
    expect(writers.sort()).toEqual([
      'src/editor/admin/writing/pasted-markup.ts',
      'src/text/sanitizer/fragment.ts',
    ]);
  });

  it('has no folder that says nothing of what is in it', () => {
    const vague = globSync('{src,scripts,test}/**/{utils,lib,helpers,hooks,common,shared,misc}');
    expect(vague.map((folder) => `${folder}: name folders after what is in them`)).toEqual([]);
  });
});

describe('the test of the architecture', () => {
  it('sees what concurrent calls share after an await, and nothing else', () => {
    const used = (body: string) => findSharedState('x.ts', `let a = 0;\n${body}`);
    expect(used('async function f() { await g(); return a; }')).toEqual(['a']);
    expect(used('const f = async () => { a = await g(); };')).toEqual(['a']);
    expect(used('async function f() { for (;;) { a += 1; await g(); } }')).toEqual(['a']);
    expect(used('function f() { let b = 0; return async () => { await g(); b++; }; }')).toEqual([
      'b',
    ]);
    expect(used('const o = { async f({ x }) { await g(x); return { a }; } };')).toEqual(['a']);
    expect(used('async function f() { const own = a; await g(own); return own; }')).toEqual([]);
    expect(used('async function f(a) { await g(); let b = a; return b; }')).toEqual([]);
    expect(
      used('async function f() { await g(); const { a } = h; return [a, h.a, { a: 1 }]; }'),
    ).toEqual([]);
    expect(used('async function f() { await g(); type T = { a: typeof h }; }')).toEqual([]);
  });

  it('sees every form of import', () => {
    const code = [
      "import a from './a.ts';",
      "import type { B } from '../b.ts';",
      "import { type C, type D } from './c.ts';",
      "import {\n  type E,\n  f,\n} from './e.ts';",
      "import 'g';",
      "export { h } from './h.ts';",
      "const i = await import('./i.ts');",
      "import type { Route } from './+types/j.ts';",
      "import url from 'k/l.woff2?url';",
    ].join('\n');
    expect(
      importsOf('src/site/x.ts', code).map(({ target, typeOnly }) => [target, typeOnly]),
    ).toEqual([
      ['src/site/a.ts', false],
      ['src/b.ts', true],
      ['src/site/c.ts', true],
      ['src/site/e.ts', false],
      ['g', false],
      ['src/site/h.ts', false],
      ['src/site/i.ts', false],
      ['k/l.woff2', false],
    ]);
  });

  it('refuses what points upward or outside, and what no browser may load', () => {
    const refused: [file: string, target: string, typeOnly: boolean][] = [
      ['src/content/site.ts', 'zod', false],
      ['src/posts/reading.ts', 'src/app/app.ts', true],
      ['src/posts/reading.ts', 'hono', false],
      ['src/posts/reading.ts', 'react', false],
      ['src/posts/api/posts.ts', 'kysely', false],
      ['src/posts/reading.ts', 'src/newsletter/subscribers.ts', true],
      ['src/posts/editing.ts', 'src/rendering/threads/render-pool.ts', false],
      ['src/rendering/body.ts', 'node:worker_threads', false],
      ['src/media/process-picture.ts', 'node:child_process', false],
      ['src/mail/dispatcher.ts', 'pg', true],
      ['src/server/db/migrations/001-initial.ts', 'src/server/tokens.ts', false],
      ['src/ui/card.tsx', 'src/site/pages/purpose/purpose.tsx', false],
      ['src/accounts/admin/login/login.tsx', 'src/app/services.ts', false],
      ['src/accounts/admin/login/login.tsx', 'src/accounts/sign-in.ts', false],
      ['src/editor/admin/writing/editor.tsx', 'node:fs', false],
      ['src/site/pages/teams/teams.tsx', 'src/posts/reading.ts', false],
    ];
    const passed = refused.filter(
      ([file, target, typeOnly]) => refusalOf({ file, target, typeOnly }) === null,
    );
    expect(passed).toEqual([]);
    expect(roomOf('src/new-place/file.ts')).toBeUndefined();
  });

  it('finds circles, clocks and the environment', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b', 'a']],
    ]);
    expect(cycleFrom('a', graph)).toEqual(['a', 'b', 'c', 'a']);
    expect(cycleFrom('a', new Map([['a', ['b', 'c']]]))).toBeUndefined();
    const code = '// new Date()\n/* Date.now() */\nconst a = new Date();\nnew Date(text);\n';
    expect(linesWith(/\bnew Date\(\s*\)|\bDate\.now\(/, [{ file: 'x.ts', code }])).toEqual([
      'x.ts:3',
    ]);
    const words = "const a = 'anew';\n/**\n * Made anew. */\nlet b; // anew";
    expect(commentsWith(/\banew\b/, [{ file: 'x.ts', code: words }])).toEqual(['x.ts:3', 'x.ts:4']);
  });
});
