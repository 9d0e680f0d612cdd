import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSharedState } from './shared-state.ts';

/** What the pages of readers may import. */
const OF_PAGES = [
  'src/content/',
  'src/web/ui/',
  'src/web/seo.ts',
  'src/web/structured-data.ts',
  'src/web/dates.ts',
  'src/web/context.ts',
  'type src/web/root.tsx',
  'type src/domain/',
  'react',
  'react-router',
];

/**
 * Who may import whom: arrows point downward only. The longest name that a path begins with is its
 * module; a module may always import itself. `type X` allows the types of X alone, and an entry that
 * ends in a slash allows every package of that family.
 */
const MAY_IMPORT: Record<string, { from: readonly string[]; instead: string }> = {
  'src/content/': {
    from: [],
    instead: 'content is data: move what computes to the module that needs it',
  },
  'src/garbage-collection.ts': {
    from: ['node:v8'],
    instead: 'it tells V8 what to do, and no more',
  },
  'src/failure.ts': { from: [], instead: 'failures are plain values: pass what is needed in' },
  'src/config.ts': {
    from: ['zod'],
    instead: 'take the setting as text here, and make something of it in src/boot.ts',
  },
  'src/db/': {
    from: [
      'type src/config.ts',
      'kysely',
      'kysely/',
      'better-sqlite3',
      'pg',
      'node:',
      'src/db/migrations/',
    ],
    instead: 'queries that know what a thing means belong to src/domain',
  },
  'src/db/migrations/': {
    from: ['kysely', 'kysely/migration', 'type src/db/connect.ts'],
    instead: 'a migration does the same in ten years: copy what it needs into it',
  },
  'src/domain/': {
    from: [
      'src/failure.ts',
      'src/db/',
      'type src/content/',
      'zod',
      'kysely',
      'yaml',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      'otpauth',
      'satori',
      '@resvg/resvg-js',
      'sharp',
      'csv-parse/',
      'csv-stringify/',
      'ipaddr.js',
      'yauzl',
      'yazl',
      'saxes',
      'smol-toml',
      '@rdkit/rdkit',
      // No threads, processes, sockets or servers: those are adapters.
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:timers/promises',
      'unified',
      'remark-',
      'rehype-',
      'unist-util-',
      'hast-util-',
      'github-slugger',
      'gemoji',
      'shiki/',
      'temml',
      '@mathjax/',
      'micromark-util-character',
      'type micromark-util-types',
      '@citation-js/',
      'type hast',
      'type mdast',
      'src/domain/mail/templates/',
    ],
    instead:
      'pass it in through createServices: the domain knows no request, page, setting or adapter',
  },
  'src/adapters/': {
    from: [
      'src/failure.ts',
      'src/domain/',
      'src/db/disk.ts',
      'src/db/error-code.ts',
      'src/db/make-directory.ts',
      'lru-cache',
      'nodemailer',
      '@aws-sdk/client-s3',
      'node:',
      'ipaddr.js',
    ],
    instead: 'an adapter connects the domain to one system outside, and knows nothing else',
  },
  'src/domain/mail/templates/': {
    from: [
      'type src/domain/mail/',
      'type src/domain/site-identity.ts',
      'src/domain/posts/standalone.ts',
      'src/domain/posts/unicode-scripts.ts',
      'type src/domain/posts/post.ts',
      'src/domain/science/references/reference-list.ts',
      'type src/domain/science/references/',
      'src/domain/media/picture-url.ts',
      'react',
      '@react-email/',
      'unified',
      'rehype-parse',
      'hast-util-',
      'type hast',
      'node:crypto',
    ],
    instead: 'a template makes a mail of what it is given, and knows nothing else',
  },
  'src/backup/': {
    from: [
      'type src/config.ts',
      'src/adapters/processes/',
      'src/adapters/storage/',
      'src/db/',
      'src/domain/media/picture-store.ts',
      'src/domain/media/picture-url.ts',
      'src/domain/media/attachment-url.ts',
      'better-sqlite3',
      'kysely',
      'tar-stream',
      'zod',
      'node:',
    ],
    instead: 'a backup knows the database and where pictures are kept, not what they mean',
  },
  'src/boot.ts': {
    from: [
      'src/adapters/',
      'src/config.ts',
      'src/background-jobs.ts',
      'src/content/',
      'src/db/',
      'src/domain/',
      'src/open-storage.ts',
      'node:',
    ],
    instead: 'what answers requests is put together in server.ts',
  },
  'src/open-storage.ts': {
    from: [
      'src/adapters/storage/',
      'src/backup/backup-error.ts',
      'src/backup/before-migration.ts',
      'src/config.ts',
      'src/db/',
      'src/domain/',
    ],
    instead: 'it opens the database and the storage of pictures; boot.ts binds services to them',
  },
  'src/background-jobs.ts': {
    from: [
      'type src/config.ts',
      'src/adapters/mail/',
      'src/backup/',
      'src/content/',
      'type src/db/',
      'src/domain/',
      'src/recurring-job.ts',
      'node:',
    ],
    instead: 'what answers requests is put together in server.ts',
  },
  'src/recurring-job.ts': {
    from: [],
    instead: 'it runs what it is given, and knows nothing of it',
  },
  'src/serve.ts': {
    from: [
      'type src/config.ts',
      'src/boot.ts',
      'src/open-storage.ts',
      'src/content/',
      'src/db/',
      'src/http/',
      'src/log.ts',
      'node:',
    ],
    instead: 'this only puts parts together: what they do belongs to them',
  },
  'src/log.ts': {
    from: ['pino'],
    instead: 'what is written down is given to it; it knows nothing of where that comes from',
  },
  'src/http/': {
    from: [
      'src/domain/',
      'src/failure.ts',
      'type src/config.ts',
      'hono',
      'hono/',
      '@hono/',
      'lru-cache',
      'postcss',
      'postcss-selector-parser',
      'prom-client',
      'type zod',
      'node:',
    ],
    instead: 'take it as a part of createApp, or call a service',
  },
  'src/web/ui/': {
    from: ['type src/content/', 'react', 'react-router', 'lucide-react'],
    instead: 'take it as a prop: ui is props in, markup out',
  },
  'src/web/layout/': {
    from: [
      'src/content/',
      'src/web/ui/',
      'src/web/dates.ts',
      'react',
      'react-router',
      'lucide-react',
    ],
    instead: 'the frame around pages knows none of them: take it as a prop from root.tsx',
  },
  'src/web/pages/home/scene/': {
    from: ['ogl', 'src/web/ui/trusted-types.ts'],
    instead: 'the scene is loaded late and by itself: it needs nothing of the page',
  },
  'src/web/pages/': {
    from: [...OF_PAGES, 'src/web/pages/home/scene/', 'lucide-react'],
    instead: 'data comes from src/content or a loader, what pages share from src/web/ui',
  },
  // The actions of these two check what was sent by the schemas of the API.
  'src/web/pages/contact/contact.tsx': {
    from: [
      'src/web/pages/',
      'src/content/',
      'src/web/ui/',
      'src/web/seo.ts',
      'src/domain/inquiries/contact.ts',
      'react',
      'react-router',
      'lucide-react',
    ],
    instead: 'call a service in the action',
  },
  'src/web/pages/investors/investors.tsx': {
    from: [
      'src/web/pages/',
      'src/content/',
      'src/web/ui/',
      'src/web/seo.ts',
      'src/web/context.ts',
      'src/domain/inquiries/live-forms.ts',
    ],
    instead: 'call a service in the action',
  },
  'src/web/blog/': {
    from: [
      ...OF_PAGES,
      'src/web/crawler.ts',
      'src/domain/posts/post.ts',
      'src/domain/posts/read-tags.ts',
      'src/domain/media/picture-url.ts',
      'src/domain/science/references/reference-list.ts',
      'src/domain/posts/data-links.ts',
      'src/domain/science/references/cite-post.ts',
      'lucide-react',
    ],
    instead: 'call a service in the loader; in the browser, the API',
  },
  'src/web/molecules/': {
    from: OF_PAGES,
    instead: 'call a service in the loader',
  },
  'src/web/admin/': {
    from: [
      // Not src/web/dates.ts: its zone is the site's, that of the admin area is the reader's.
      'src/content/',
      'src/web/ui/',
      'src/web/seo.ts',
      'type src/web/root.tsx',
      'src/domain/posts/post.ts',
      'src/domain/posts/unfinished.ts',
      'src/domain/posts/word-count.ts',
      'src/domain/posts/findings/blocking.ts',
      'src/domain/media/picture-url.ts',
      'src/domain/media/attachment-url.ts',
      'src/domain/science/glossary/term.ts',
      ...[
        'csl.ts',
        'citation-syntax.ts',
        'keys.ts',
        'names.ts',
        'read-record.ts',
        'reference.ts',
      ].map((file) => `src/domain/science/references/${file}`),
      'type src/domain/',
      'react',
      'react-dom',
      'react-router',
      'lucide-react',
      'diff',
      'node-diff3',
      'text-field-edit',
      'unified',
      'remark-',
      'rehype-',
      'mdast-util-to-markdown',
      'type mdast',
      '@simplewebauthn/browser',
      'lean-qr/',
      'type hast',
    ],
    instead: 'the admin area runs in the browser: call the API',
  },
  'src/web/': {
    from: [
      'src/content/',
      'src/web/ui/',
      'src/web/layout/',
      'type src/domain/',
      'node:',
      'react',
      'react-dom/',
      'react-router',
      'react-router/',
      '@react-router/',
      '@fontsource/',
      '@fontsource-variable/',
      'virtual:',
      'type schema-dts',
    ],
    instead: 'what a page needs is loaded by the page',
  },
};

/** Variables that concurrent calls share and read after an `await`, since it is the latest value that counts. */
const SHARED_ON_PURPOSE: Record<string, { names: readonly string[]; since: string }> = {
  'src/backup/archive.ts': { names: ['size'], since: 'one stream counts its own bytes' },
  'src/backup/make-backup.ts': { names: ['summary'], since: 'it belongs to one call' },
  'src/domain/posts/until-posts-change.ts': {
    names: ['cached'],
    since: 'it is compared and replaced in one step, after the last await',
  },
  'src/adapters/processes/import-child.ts': {
    names: ['session'],
    since: 'a process opens one source',
  },
  'src/adapters/processes/import-process.ts': {
    names: ['failure', 'heard'],
    since: 'they belong to one process, of which the first failure and the last message count',
  },
  'src/adapters/processes/remote-calls.ts': {
    names: ['ended', 'others'],
    since: 'the end counts at once, and the count is changed in one step',
  },
  'src/db/watch-posts.ts': {
    names: ['expected', 'isTrusted', 'nextPollAt', 'stopListening'],
    since: 'one loop looks, and takes in what is heard while it waits',
  },
  'src/db/connect.ts': {
    names: ['isReported'],
    since: 'of several probes that fail at once, one reports',
  },
  'src/domain/access/lifo-queue.ts': {
    names: ['running'],
    since: 'a count, changed in one step',
  },
  'src/domain/mail/dispatcher.ts': {
    names: ['isClosed', 'isWoken'],
    since: 'a call or a close while mail is sent counts at once',
  },
  'src/domain/science/glossary/read-glossary.ts': {
    names: ['recent'],
    since: 'a whole value, which is used for its own revision alone',
  },
  'src/adapters/threads/thread.ts': {
    names: ['shedding'],
    since: 'a thread has one task at a time',
  },
  'src/http/body-limit.ts': { names: ['bytes'], since: 'a stream is pulled one chunk at a time' },
  'src/http/cache/page-cache.ts': {
    names: ['generation'],
    since: 'a page whose rendering started before a change is not cached',
  },
  'src/http/readiness.ts': { names: ['isDraining'], since: 'drained during a probe is not ready' },
  'src/recurring-job.ts': { names: ['isEnded', 'timer'], since: 'one run at a time' },
  'src/web/admin/drafts/autosaver.ts': {
    names: ['discards', 'isInStep', 'sequence', 'underWay', 'waiting'],
    since: 'one request at a time, the latest entry next',
  },
  'src/web/admin/inbox/unread.ts': {
    names: ['lastRequest', 'unread'],
    since: 'only the answer to the latest request counts',
  },
  'src/web/admin/writing/picture-uploads.ts': {
    names: ['composed', 'field'],
    since: 'uploads are aborted when the field goes',
  },
  'src/web/admin/writing/previewer.ts': {
    names: ['isStopped', 'isUnderWay', 'isWanted'],
    since: 'one request at a time, and again when the text has changed',
  },
  'src/web/pages/home/molecule-figure.tsx': {
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

function moduleOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((name) => path === name || (name.endsWith('/') && path.startsWith(name)))
    .sort((a, b) => b.length - a.length)[0];
}

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const own = moduleOf(file);
  if (own === undefined) return false;
  if (target.startsWith('src/') && moduleOf(target) === own) return true;
  return (MAY_IMPORT[own]?.from ?? []).some((entry) => {
    const [, type, name = ''] = /^(type )?(.*)$/.exec(entry) ?? [];
    const matches = target === name || (/[/:-]$/.test(name) && target.startsWith(name));
    return matches && (type === undefined || typeOnly);
  });
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
    const strangers = SOURCES.filter(({ file }) => moduleOf(file) === undefined);
    expect(
      strangers.map(({ file }) => `${file} is in no module: add it to MAY_IMPORT in this test`),
    ).toEqual([]);
  });

  it('lets modules import only what lies below them', () => {
    const breaches = IMPORTS.filter((each) => !isAllowed(each)).map(
      ({ file, target, typeOnly }) => {
        const { from = [], instead = '' } = MAY_IMPORT[moduleOf(file) ?? ''] ?? {};
        const mend = `${instead}. (${moduleOf(file)} may import: ${from.join(', ') || 'nothing'})`;
        return `${file} imports ${typeOnly ? 'types of ' : ''}${target}. Mend it so: ${mend}`;
      },
    );
    expect(breaches).toEqual([]);
  });

  it('has no file of the web area import from the domain but types and pure rules', () => {
    const pure = [
      'src/domain/posts/post.ts',
      'src/domain/posts/data-links.ts',
      'src/domain/posts/read-tags.ts',
      'src/domain/posts/unfinished.ts',
      'src/domain/posts/word-count.ts',
      'src/domain/posts/findings/blocking.ts',
      'src/domain/media/picture-url.ts',
      'src/domain/media/attachment-url.ts',
      'src/domain/science/glossary/term.ts',
      'src/domain/inquiries/contact.ts',
      'src/domain/inquiries/live-forms.ts',
      ...[
        'citation-syntax.ts',
        'cite-post.ts',
        'csl.ts',
        'keys.ts',
        'names.ts',
        'read-record.ts',
        'reference-list.ts',
        'reference.ts',
      ].map((file) => `src/domain/science/references/${file}`),
    ];
    const breaches = IMPORTS.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith('src/web/') &&
        target.startsWith('src/domain/') &&
        !typeOnly &&
        !pure.includes(target),
    ).map(({ file, target }) => `${file} imports ${target}: call a service, or import its types`);
    expect(breaches).toEqual([]);
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

  it('reads the environment in src/config.ts alone', () => {
    const server = { file: 'server.ts', code: readFileSync('server.ts', 'utf8') };
    const others = [...SOURCES, server].filter(({ file }) => file !== 'src/config.ts');
    expect(
      linesWith(/\bprocess\.env\b|\bprocess\['env'\]|\{[^}]*\benv\b[^}]*\} = process/, others).map(
        (place) => `${place} reads the environment: add a setting to src/config.ts and pass it on`,
      ),
    ).toEqual([]);
  });

  it('gives the domain no clock of its own', () => {
    const domain = SOURCES.filter(({ file }) => file.startsWith('src/domain/'));
    expect(
      linesWith(/\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\s*\)/, domain).map(
        (place) => `${place} reads the clock: take the instant from now(), which services pass on`,
      ),
    ).toEqual([]);
  });

  it('begins transactions in src/db/transaction.ts alone, which repeats those that a deadlock ended', () => {
    const others = [...SOURCES, ...SCRIPTS].filter(({ file }) => file !== 'src/db/transaction.ts');
    expect(
      linesWith(/\.(?:transaction|startTransaction)\(/, others).map(
        (place) =>
          `${place}: call inTransaction; inTransactionOnce where its work cannot be repeated`,
      ),
    ).toEqual([]);
  });

  it('reads public posts through one module, which adds the date from which they are public', () => {
    // The lists of posts begin at a date.
    const readers = ['src/domain/posts/public-posts.ts', 'src/domain/posts/post-list.ts'];
    const others = SOURCES.filter(
      ({ file }) => !readers.includes(file) && !file.startsWith('src/db/'),
    );
    expect(
      linesWith(/(?:\(|^\s*)'public_(?:posts|dates)'|(?:`|\bfrom |\bjoin )public_/, others).map(
        (place) => `${place}: begin with publicPosts() or publicDates() of public-posts.ts`,
      ),
    ).toEqual([]);
  });

  it('makes directories without `recursive`, which can hang', () => {
    const found = linesWith(/\bmkdir(?:Sync)?\([^;]*\brecursive\b/, SOURCES);
    expect(found.map((line) => `${line}: use src/db/make-directory.ts`)).toEqual([]);
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
      'src/domain/posts/sanitizer/fragment.ts',
      'src/web/admin/writing/pasted-markup.ts',
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
      importsOf('src/web/x.ts', code).map(({ target, typeOnly }) => [target, typeOnly]),
    ).toEqual([
      ['src/web/a.ts', false],
      ['src/b.ts', true],
      ['src/web/c.ts', true],
      ['src/web/e.ts', false],
      ['g', false],
      ['src/web/h.ts', false],
      ['src/web/i.ts', false],
      ['k/l.woff2', false],
    ]);
  });

  it('refuses what points upward', () => {
    const refused: [file: string, target: string, typeOnly: boolean][] = [
      ['src/content/site.ts', 'zod', false],
      ['src/domain/posts/reading.ts', 'src/http/app.ts', true],
      ['src/domain/posts/reading.ts', 'hono', false],
      ['src/domain/posts/editing.ts', 'src/adapters/threads/render-pool.ts', true],
      ['src/domain/posts/body.ts', 'node:worker_threads', false],
      ['src/domain/media/process-picture.ts', 'node:child_process', false],
      ['src/domain/media/pictures.ts', '@aws-sdk/client-s3', false],
      ['src/domain/mail/dispatcher.ts', 'nodemailer', true],
      ['src/http/share-images.ts', 'src/adapters/threads/share-image-pool.ts', false],
      ['src/db/migrations/001-initial.ts', 'src/domain/tokens.ts', false],
      ['src/domain/posts/reading.ts', 'src/content/site.ts', false],
      ['src/db/connect.ts', 'src/config.ts', false],
      ['src/http/app.ts', 'src/db/connect.ts', true],
      ['src/http/app.ts', 'src/web/context.ts', false],
      ['src/web/ui/card.tsx', 'src/web/pages/purpose/purpose.tsx', false],
      ['src/web/admin/login/login.tsx', 'src/domain/services.ts', false],
      ['src/web/admin/dashboard/posts-table.tsx', 'src/web/dates.ts', false],
      ['src/web/pages/teams/teams.tsx', 'src/domain/inquiries/contact.ts', false],
      ['src/new-place/file.ts', 'zod', false],
    ];
    const let_ = refused.filter(([file, target, typeOnly]) =>
      isAllowed({ file, target, typeOnly }),
    );
    expect(let_).toEqual([]);
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
