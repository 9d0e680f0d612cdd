import { createHash } from 'node:crypto';
import { postInputSchema } from '../src/posts/post-input.ts';
import { toSearchRow } from '../src/posts/search-words.ts';
import type { Database } from '../src/server/db/connect.ts';
import { hashLinkToken } from '../src/server/tokens.ts';
import { insertRows, type Row } from './insert-rows.ts';

/** Posts of every kind as they stood in the tables before migration 036. */

export const CURRENT_RENDERER = '10 rdkit-2026.9.1 glossary-4';

export const at = (day: string) => `2026-${day}T10:00:00.000Z`;

/** What an author wrote, different in every field; `name` says in which save. */
export function written(name: string, fields: Row = {}): Row {
  return {
    slug: name.replace(/ .*/, ''),
    title: `Title of ${name}`,
    description: `Description of ${name}`,
    author: `Author of ${name}`,
    cover_image: `/${name}.png`,
    cover_image_caption: `Caption of ${name}`,
    publish_date: null,
    references: JSON.stringify([
      {
        title: `Reference of ${name}`,
        url: 'https://doi.org/10.1000/1',
        description: '',
        type: 'research paper',
      },
    ]),
    citation_style: 'author-date',
    is_research: 1,
    content: `Text of ${name}.\r\n`,
    ...fields,
  };
}

/** A row of the former table `posts`. */
function post(id: string, status: 'published' | 'draft', version: number, fields: Row = {}): Row {
  return {
    id,
    status,
    version,
    ...written(id),
    date: at('01-20'),
    created_at: at('01-01'),
    updated_at: at('01-25'),
    first_published_at: status === 'published' ? at('01-20') : null,
    reading_time: 7,
    content_html: `<p>HTML of ${id}</p>`,
    render_version: CURRENT_RENDERER,
    mentions: null,
    ...fields,
  };
}

/** A row of the former tables of revisions. */
function revision(postId: string, version: number, fields: Row): Row {
  return {
    post_id: postId,
    version,
    saved_at: at(`01-0${version}`),
    saved_by: null,
    ...written(`${postId} ${version}`),
    tags: JSON.stringify([`tag ${version}`]),
    ...fields,
  };
}

/** The revision of a save that is the current version of a post. */
function currentRevision({ id, status, version, updated_at, ...saved }: Row, fields: Row): Row {
  const authored = Object.keys(written('')).map((name) => [name, saved[name]]);
  return {
    post_id: id,
    version,
    status,
    saved_at: updated_at,
    tags: '[]',
    ...Object.fromEntries(authored),
    ...fields,
  };
}

/** A row of the former table of changes. */
function changes(postId: string, baseVersion: number, fields: Row = {}): Row {
  return {
    post_id: postId,
    etag: `etag of ${postId}`,
    base_version: baseVersion,
    ...written(`${postId} changed`),
    tags: JSON.stringify(['changed', 'Assays']),
    content_html: `<p>Changed HTML of ${postId}</p>`,
    reading_time: 9,
    saved_at: at('02-01'),
    saved_by: 'ben@site.test',
    publish_at: null,
    problem: null,
    render_version: CURRENT_RENDERER,
    mentions: JSON.stringify([{ term: 'assay', start: 1, end: 2 }]),
    ...fields,
  };
}

export const data = (path: string) =>
  `<a class="data-download" href="${path}kinetics.csv">Download</a>`;
const MENTIONS = JSON.stringify([{ term: 'assay', start: 3, end: 7 }]);

/** Every kind of post that is not in the trash. */
export const POSTS = {
  draft: post('draft', 'draft', 2, { mentions: MENTIONS }),
  published: post('published', 'published', 3, { mentions: MENTIONS }),
  scheduled: post('scheduled', 'published', 1, {
    publish_date: at('12-01'),
    date: at('12-01'),
    first_published_at: null,
  }),
  changed: post('changed', 'published', 4),
  timed: post('timed', 'published', 1),
  stale: post('stale', 'published', 3),
  'taken-down': post('taken-down', 'draft', 3, { first_published_at: at('01-02') }),
  linked: post('linked', 'published', 1, {
    content_html: `<p>It says href="data/kinetics.csv".</p>${data('data/')}${data('data/')}`,
    mentions: MENTIONS,
  }),
  outdated: post('outdated', 'published', 1, {
    render_version: '9 rdkit-2026.3.1 glossary-4',
    mentions: MENTIONS,
  }),
  unrendered: post('unrendered', 'published', 1, { render_version: null }),
  // Without a revision, and without words.
  bare: post('bare', 'published', 1, { citation_style: 'numbered', is_research: 0 }),
};

export const CHANGES = {
  changed: changes('changed', 4, { content_html: `<p>${data('data/')}</p>` }),
  timed: changes('timed', 1, { publish_at: at('04-01') }),
  stale: changes('stale', 2, { publish_at: at('02-02'), problem: 'Someone else edited it.' }),
  'taken-down': changes('taken-down', 2, { publish_at: at('04-01') }),
};

export const REVISIONS: Row[] = [
  revision('draft', 1, { status: 'draft' }),
  revision('published', 1, { status: 'draft', saved_by: 'anna@site.test', slug: 'was-published' }),
  revision('published', 2, {
    status: 'published',
    saved_by: 'ben@site.test',
    citation_style: 'numbered',
    is_research: 0,
    publish_date: at('01-02'),
  }),
  // Earlier ones were lost, as those of a site that was taken over.
  revision('changed', 2, { status: 'published' }),
  revision('stale', 1, { status: 'published' }),
  revision('stale', 2, { status: 'published' }),
  revision('taken-down', 1, { status: 'draft' }),
  revision('taken-down', 2, { status: 'published' }),
];

export const TAGS: Record<string, string[]> = {
  published: ['z "quoted"', 'Assays', 'm'],
  draft: ['Assays'],
  bare: ['b', 'a'],
};

export const CREATED = postInputSchema.parse({
  title: 'Created',
  slug: 'created',
  content: 'Text',
});
export const FINGERPRINT = createHash('sha256').update(JSON.stringify(CREATED)).digest('hex');

type Trashed = {
  post: Row;
  tags?: string[];
  formerSlugs?: string[];
  creations?: { key: string; fingerprint: string }[];
  changes?: Row | null;
  molecules?: unknown[];
};

export const TRASHED: Record<string, Trashed> = {
  'gone-draft': {
    post: post('gone-draft', 'draft', 2),
    changes: changes('gone-draft', 1, { publish_at: at('02-15') }),
  },
  'gone-published': {
    post: post('gone-published', 'published', 3, {
      content_html: `<p>${data('data/')}</p>`,
      mentions: MENTIONS,
    }),
    tags: ['y', 'Assays', 'x'],
    formerSlugs: ['gone-long-ago', 'was-published', 'draft'],
    creations: [{ key: 'key-of-gone', fingerprint: FINGERPRINT }],
    changes: changes('gone-published', 3, {
      publish_at: at('02-15'),
      content_html: `<p>Changed ${data('data/')}</p>`,
    }),
    molecules: [{ position: 0 }],
  },
  'twin-1': {
    post: post('twin-1', 'draft', 1, { slug: 'twin' }),
    // The form created another post after this one was deleted.
    creations: [{ key: 'key-of-bare', fingerprint: 'of the twin' }],
  },
  'twin-2': {
    post: post('twin-2', 'published', 1, { slug: 'twin' }),
    formerSlugs: ['gone-long-ago'],
  },
  rival: { post: post('rival', 'published', 2, { slug: 'published' }) },
  ancient: {
    post: Object.fromEntries(
      Object.entries(post('ancient', 'published', 1)).filter(
        ([name]) => !['citation_style', 'is_research', 'mentions', 'render_version'].includes(name),
      ),
    ),
  },
};

export const DELETED: Record<string, [deletedAt: string, deletedBy: string | null]> = {
  'gone-draft': [at('02-21'), 'anna@site.test'],
  'gone-published': [at('02-22'), 'ben@site.test'],
  'twin-1': [at('02-23'), null],
  'twin-2': [at('02-24'), null],
  rival: [at('02-25'), null],
  ancient: [at('02-26'), null],
};

export const TRASHED_REVISIONS: Row[] = [
  revision('gone-draft', 1, { status: 'draft', saved_by: 'anna@site.test' }),
  revision('gone-published', 1, { status: 'draft', saved_by: 'anna@site.test' }),
  revision('gone-published', 2, { status: 'published', saved_by: 'ben@site.test' }),
];

/** Who saved the current version. */
export const SAVED_BY: Record<string, string | null> = {
  draft: 'anna@site.test',
  published: 'carl@site.test',
  'gone-published': 'carl@site.test',
};

const wordsOf = ({ id, title, slug, description }: Row) =>
  toSearchRow({
    title: String(title),
    slug: String(slug),
    description: String(description),
    tags: TAGS[String(id)] ?? [],
    text: `Searched text of ${id}`,
  });

/** Fills the tables of migration 035. */
export async function fillFormerTables(db: Database): Promise<void> {
  await insertRows(db, 'administrators', {
    id: 'anna',
    email: 'anna@site.test',
    password_hash: '',
    created_at: at('01-01'),
  });
  for (const [id, row] of Object.entries(POSTS)) {
    await insertRows(db, 'posts', row);
    const tags = TAGS[id] ?? [];
    // Not in their order.
    for (const [position, tag] of [...tags.entries()].reverse()) {
      await insertRows(db, 'post_tags', { post_id: id, position, tag });
    }
    if (id === 'bare') continue;
    await insertRows(db, 'post_search', {
      post_id: id,
      ...wordsOf(row),
      text: `Searched text of ${id}`,
    });
    const by = { saved_by: SAVED_BY[id] ?? null, tags: JSON.stringify(tags) };
    await insertRows(db, 'post_revisions', currentRevision(row, by));
  }
  await insertRows(db, 'post_revisions', ...REVISIONS);
  await insertRows(db, 'unpublished_changes', ...Object.values(CHANGES));
  await insertRows(
    db,
    'post_addresses',
    { slug: 'was-published', post_id: 'published' },
    { slug: 'was-draft', post_id: 'draft' },
  );
  await insertRows(db, 'post_creations', {
    key: 'key-of-bare',
    fingerprint: FINGERPRINT,
    post_id: 'bare',
  });
  await insertRows(db, 'preview_links', {
    id: 'link',
    token_hash: hashLinkToken('token'),
    post_id: 'changed',
    created_by: 'anna@site.test',
    created_at: at('02-20'),
    expires_at: at('03-20'),
  });
  await insertRows(
    db,
    'post_pictures',
    { post_id: 'published', picture_id: 'p1' },
    { post_id: 'changed', picture_id: 'p2' },
  );
  await insertRows(db, 'molecules', {
    inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
    connectivity: 'BSYNRYMUTXBXSQ',
    smiles: 'CC(=O)Oc1ccccc1C(=O)O',
    inchi: 'InChI=1S/C9H8O4',
    formula: 'C9H8O4',
    descriptors: '{}',
    molblock: '',
    pattern_fp: Buffer.from([1]),
    morgan_fp: Buffer.from([2]),
    morgan_bits: 1,
    rdkit_version: '2026.9.1',
  });
  await insertRows(db, 'post_molecules', {
    post_id: 'published',
    position: 0,
    inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
    label: 'fig-aspirin',
    name: 'Aspirin',
  });
  await insertRows(db, 'glossary_terms', {
    id: 'assay',
    term: 'Assay',
    category: 'Biology',
    definition: 'A measurement.',
    synonyms: '[]',
    related: '[]',
    position: 0,
    version: 1,
    updated_at: at('01-01'),
  });
  await insertRows(db, 'post_terms', { term_id: 'assay', post_id: 'published' });
  await fillImports(db);
  await fillTrash(db);
}

async function fillImports(db: Database): Promise<void> {
  const instants = { created_at: at('01-01'), updated_at: at('01-01') };
  for (const id of ['import-1', 'import-2']) {
    const plain = { name: id, system: 'hugo', state: 'done', total: 9, done: 9, notes: '[]' };
    await insertRows(db, 'imports', { id, ...plain, ...instants });
  }
  const outcomes = [
    ['import-1', 'imported', 'published'],
    ['import-2', 'imported', 'changed'],
    ['import-1', 'skipped', 'draft'],
    ['import-2', 'imported', 'gone-published'],
    ['import-2', 'taken-back', 'twin-1'],
    ['import-2', 'imported', 'purged'],
    ['import-2', 'failed', null],
    ['import-2', 'imported', 'bare'],
  ] as const;
  for (const [position, [import_id, outcome, post_id]] of outcomes.entries()) {
    const plain = { label: '', title: '', slug: '', status: 'draft', reason: '', notes: '[]' };
    const key = `key-${position}`;
    await insertRows(db, 'import_items', { import_id, position, key, ...plain, outcome, post_id });
  }
  await insertRows(db, 'redirects', {
    path: '/old/gone',
    post_id: 'gone-published',
    created_at: at('01-01'),
  });
}

async function fillTrash(db: Database): Promise<void> {
  for (const [id, trashed] of Object.entries(TRASHED)) {
    const { tags = [], formerSlugs = [], creations = [], changes = null, molecules } = trashed;
    const snapshot = {
      post: trashed.post,
      tags,
      text: `Searched text of ${id}`,
      formerSlugs,
      creations,
      changes,
      molecules,
    };
    const [deleted_at, deleted_by] = DELETED[id] ?? [];
    const { slug, title, status, date } = trashed.post;
    const row = { id, slug, title, status, date, deleted_at, deleted_by };
    await insertRows(db, 'trashed_posts', { ...row, snapshot: JSON.stringify(snapshot) });
    // Revisions of an older version had no columns of citations.
    const saved = currentRevision(
      { ...trashed.post, citation_style: 'numbered', is_research: 0 },
      { saved_by: SAVED_BY[id] ?? null, tags: JSON.stringify(tags) },
    );
    await insertRows(db, 'trashed_revisions', saved);
  }
  await insertRows(db, 'trashed_revisions', ...TRASHED_REVISIONS);
  await insertRows(
    db,
    'trashed_pictures',
    { post_id: 'gone-published', picture_id: 'p3' },
    { post_id: 'gone-published', picture_id: 'p1' },
  );
}
