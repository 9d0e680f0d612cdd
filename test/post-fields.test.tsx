import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { PostFields } from '../src/editor/admin/post-form/post-fields.tsx';
import { createPictureUploads } from '../src/editor/admin/writing/picture-uploads.ts';
import { createWrittenText, type Writing } from '../src/editor/admin/writing/written-text.ts';
import { previewIssue } from '../src/newsletter/issue-mail.ts';
import { draftOfValues, valuesOfPost } from '../src/posts/admin/post-form-values.ts';
import { restoredDraft } from '../src/posts/admin/revisions/history.ts';
import {
  type AuthoredFields,
  byName,
  FIELD_NAMES,
  type FieldName,
  TEXT_NAMES,
} from '../src/posts/fields.ts';
import { Article } from '../src/posts/pages/article.tsx';
import { blogPosting } from '../src/posts/pages/metadata.ts';
import { PostCard } from '../src/posts/pages/post-card.tsx';
import { searchPosts } from '../src/posts/post-search.ts';
import { publishedPost } from '../src/posts/public-posts.ts';
import { RECORD_FORMAT, recordDocument } from '../src/posts/record/record-document.ts';
import { readRevision } from '../src/posts/revisions.ts';
import { readPostFile } from '../src/transfer/markdown/post-file.ts';
import { makeApp } from './make-app.ts';
import { readTable } from './read-table.ts';
import { unwrap } from './unwrap.ts';

// The text's editor needs a browser; `test/e2e/writing.e2e.ts` is about it.
// The form asks it who was signed in.
vi.stubGlobal('localStorage', { getItem: () => null });
vi.mock('../src/editor/admin/writing/content-part.tsx', () => ({
  ContentPart: ({ writing }: { writing: Writing }) => writing.text.read(),
}));

/** A post with a text of its own in each field, none of which has its default value. */
const WRITTEN: AuthoredFields = {
  ...byName(TEXT_NAMES, markerOf),
  ...JSON.parse(readFileSync('test/whole-post.json', 'utf8')),
};

/** What shows posts, the file to change, and the fields that it shows. */
const PLACES = readTable(new URL('shown-fields.tsv', import.meta.url)).map(
  ([place = '', file = '', fields = '']) => ({ place, file, fields: fields.split(' ') }),
);

/** They decide whether a post is shown at all, or have no text of their own. */
const HIDDEN = 'citationStyle status publishDate isResearch license aiUse reviewedOn'.split(' ');
const SHOWN = FIELD_NAMES.filter((name) => !HIDDEN.includes(name));

async function publish() {
  const app = await makeApp();
  const token = await app.signIn();
  const response = await app.postJson('/api/admin/blog/posts', WRITTEN, token);
  expect(response.status).toBe(201);
  const post = await publishedPost(app.site, WRITTEN.slug);
  if (post === null) throw new Error('The post was not published');
  const read = async (path: string) => (await app.get(path, token)).text();
  return { app, post, read };
}

function markup(node: ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>);
}

it('shows each field of a post where it belongs, and a new one where it is decided', async () => {
  const { app, post, read } = await publish();
  const { content, ...fields } = valuesOfPost(post, 'https://site.test');
  const field = { current: null };
  const form = markup(
    <PostFields
      post={post}
      values={{
        fields,
        writing: {
          text: createWrittenText(content),
          uploads: createPictureUploads(() => Promise.reject(new Error('No uploads')), field),
          field,
        },
        set: () => undefined,
      }}
      bar={null}
      fullPage={{
        isWide: true,
        frame: { current: null },
        isOn: false,
        toggle: () => undefined,
        view: 'both',
        setView: () => undefined,
        showText: () => undefined,
      }}
      issues={{}}
    />,
  );
  const page = { publicUrl: '', url: '', path: '', title: '', image: '' };
  const foundBy = await Promise.all(
    SHOWN.map(async (field) => {
      const q = markerOf(field);
      const { results } = await searchPosts(app.site, q, { limit: 1, offset: 0 });
      return results.length > 0 ? q : '';
    }),
  );
  const texts: Record<string, string | string[]> = {
    page: markup(<Article post={post} banner={null} />),
    card: markup(<PostCard post={post} index={0} />),
    form,
    search: foundBy.join(' '),
    feeds: [await read('/feed.xml'), await read('/feed.json')],
    llms: await read('/llms.txt'),
    data: JSON.stringify(blogPosting(post)(page)),
    newsletter: unwrap(await previewIssue(app.site, post.slug, { owner: '' })).html,
  };
  expect(Object.keys(texts)).toEqual(PLACES.map(({ place }) => place));
  const wrong = PLACES.flatMap(({ place, file, fields }) =>
    SHOWN.flatMap((field) => {
      const isWanted = fields[0] === '(all)' || fields.includes(field);
      const isThere = [texts[place] ?? ''].flat().map((text) => hasMarker(text, field));
      if (isThere.every((each) => each === isWanted)) return [];
      return isWanted
        ? `${field} is not in ${place}: add it in ${file}, or take it from shown-fields.tsv`
        : `${field} is in ${place}: add it to shown-fields.tsv`;
    }),
  );
  expect(wrong).toEqual([]);
});

it('brings every field of a post back from unpublished changes, and makes it public with them', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const plain = { title: 'A', slug: 'a', content: 'A' };
  expect((await app.postJson('/api/admin/blog/posts', plain, token)).status).toBe(201);
  const path = '/api/admin/blog/posts/a/changes';
  const saving = { ...WRITTEN, changes: null, publishAt: null };
  const saved = await app.putJson(path, saving, token);
  const changes = (await saved.json()) as { etag: string; post: object };
  const mend = 'a field is lost: add it in src/posts/rows.ts';
  expect(changes.post, mend).toMatchObject(WRITTEN);
  await app.putJson('/api/admin/blog/posts/a', { ...WRITTEN, etag: changes.etag }, token);
  expect(await publishedPost(app.site, WRITTEN.slug), mend).toMatchObject(WRITTEN);
});

it('brings every field of a post back from a revision, the form and the Markdown file', async () => {
  const { app, post, read } = await publish();
  const origin = 'https://site.test';
  const revision = await readRevision(app.site, post.slug, 1);
  if (revision === null) throw new Error('The save left no revision');
  const answer = JSON.parse(await read(`/api/blog/posts/${post.slug}`));
  const answeredRevision = JSON.parse(await read(`/api/admin/blog/posts/${post.slug}/revisions/1`));
  const markdown = await read(`/blog/${post.slug}.md`);
  const lost = (from: string, mend: string) => `a field is lost in ${from}: add it in ${mend}`;
  expect(post, lost('the database', 'src/posts/rows.ts')).toMatchObject(WRITTEN);
  expect(answer, lost('the API', 'src/posts/api/schemas.ts')).toMatchObject(WRITTEN);
  expect(revision, lost('revisions', 'src/posts/revisions.ts')).toMatchObject(WRITTEN);
  const inApi = lost('the API of revisions', 'src/posts/api/revisions.ts');
  expect(answeredRevision, inApi).toMatchObject(WRITTEN);
  const restored = lost('a restored revision', 'src/posts/admin/revisions/history.ts');
  expect(restoredDraft(revision, post), restored).toEqual(WRITTEN);
  const values = valuesOfPost(post, origin);
  const inForm = lost('the form', 'src/posts/admin/post-form-values.ts');
  expect(draftOfValues(values, origin, post.publishDate), inForm).toEqual(WRITTEN);
  const files = 'src/posts/feeds/feeds.ts and src/transfer/markdown/post-file.ts';
  const imported = readPostFile(Buffer.from(markdown), 'post.md');
  expect(imported, lost('export and import', files)).toEqual({ ok: true, input: WRITTEN });
});

it('covers every field of a post but its slug by the hash of a frozen version', () => {
  const record = { id: 'a', number: 1, date: '', note: '', authored: WRITTEN };
  const { post } = JSON.parse(recordDocument(record, RECORD_FORMAT));
  const mend =
    'a field can change without a trace: add a format to src/posts/record/record-document.ts';
  expect([...Object.keys(post), 'slug', 'status'].sort(), mend).toEqual([...FIELD_NAMES].sort());
});

function markerOf(field: FieldName): string {
  return `marker${field.toLowerCase()}`;
}

/** Looks in any letter case: a list by author and year has titles in headline style. */
function hasMarker(text: string, field: FieldName): boolean {
  return new RegExp(`${markerOf(field)}(?![a-z])`, 'i').test(text);
}
