import { readFileSync } from 'node:fs';
import { describePicture } from '../src/media/library.ts';
import { uploadMedia } from '../src/media/upload.ts';
import { authorInputSchema } from '../src/posts/authors/author-input.ts';
import { addAuthor } from '../src/posts/authors/authors.ts';
import { type PostDraft, postInputSchema } from '../src/posts/post-input.ts';
import { anyPost } from '../src/posts/reading.ts';
import { addNotice, freezeVersion } from '../src/posts/record/records.ts';
import { removePost } from '../src/posts/trash.ts';
import { addTerm } from '../src/science/glossary/glossary.ts';
import { inTransaction } from '../src/server/db/transaction.ts';
import { addRedirect } from '../src/transfer/redirects.ts';
import { makeZip } from './attachments.ts';
import type { TestApp } from './make-app.ts';
import { makePng, readPicture } from './pictures.ts';
import { createPost, editPost, saveChanges } from './save-posts.ts';
import { unwrap } from './unwrap.ts';

export const EDITOR = 'editor@site.test';

/** Text that a format between could change: white space, line ends, fences, quotes, signs of YAML. */
export const AWKWARD =
  '\n---\ntitle: no\n---\r\n\ttab  \n\n```\n---\n```\n\u2028 “é” 😀 \\u0041\n\n\n';

const PARTS = JSON.parse(readFileSync('test/full-site.json', 'utf8'));

/** Fills a site with every kind of content that there is. */
export async function fillSite({ site, db, clock }: TestApp) {
  const by = EDITOR;
  const create = async (draft: PostDraft) => {
    clock.advance(1_000);
    return unwrap(await createPost(site, postInputSchema.parse(draft), { by }));
  };
  const upload = async (file: Buffer, name: string) => {
    clock.advance(1_000);
    return unwrap(await uploadMedia(site, [file], { name, by })).item;
  };
  const png = await upload(await makePng({ width: 700, height: 300 }), 'figure é.png');
  const photograph = await upload(readPicture('photograph.jpg'), 'photo.jpg');
  await upload(readPicture('moving.gif'), 'moving.gif');
  unwrap(await describePicture(site, photograph.id, 'A "photo", described'));
  const attach = async (content: string | Buffer, name: string) =>
    unwrap(await uploadMedia(site, [Buffer.from(content)], { name, by })).item;
  const csv = await attach('a,b\n1,2\n', 'Data Ü.csv');
  await attach(makeZip({ 'a.txt': 'A' }), 'files.zip');

  unwrap(await addAuthor(site, authorInputSchema.parse(PARTS.author), { by: EDITOR }));
  unwrap(await addTerm(site, PARTS.term, { by }));
  await create({
    ...PARTS.post,
    coverImage: png.address,
    content: `The IC50 [@smith2020] of ethanol.\n\n![A figure](${png.address} "T"){#fig-one}\n\n[Data](${csv.address})\n\n$$\nE = mc^2\n$$\n\n\`\`\`smiles\nCCO\n\`\`\`\n${AWKWARD}`,
  });
  const frozen = await anyPost(site, 'markdown');
  const { etag = '' } = frozen ?? {};
  unwrap(await freezeVersion(site, 'markdown', { etag, note: '', by }));
  const { tags, ...first } = postInputSchema.parse(frozen);
  const second = { ...first, tags: tags.slice(1), content: `${first.content}\u2028More\n` };
  const edited = unwrap(await editPost(site, 'markdown', second, { by }));
  const note = '- the "title"\n- é';
  unwrap(await freezeVersion(site, 'markdown', { etag: edited.etag, note, by }));
  const retraction = { kind: 'retraction', date: '2026-02-01', issuedBy: 'É. "A"' } as const;
  unwrap(await addNotice(site, 'markdown', { ...retraction, reason: 'No:\n- x' }, { by }));
  const html = await create({
    title: 'HTML',
    slug: 'html-before',
    author: 'Site AI',
    content: `<p>One <em>HTML</em></p>\r\n<figure><img src="${photograph.address}" alt=""></figure>  \n`,
  });
  unwrap(
    await editPost(
      site,
      'html-before',
      postInputSchema.parse({ ...html, slug: 'html', tags: ['Later'] }),
      { by },
    ),
  );
  clock.advance(1_000);
  unwrap(
    await editPost(
      site,
      'html',
      postInputSchema.parse({ ...html, slug: 'html', content: `${html.content}<p>More</p>` }),
      { by },
    ),
  );
  await create({ title: 'Draft', slug: 'draft', content: 'TODO', status: 'draft' });
  const ahead = '2030-01-01T00:00:00.000Z';
  await create({ title: 'Scheduled', slug: 'scheduled', content: 'Later', publishDate: ahead });
  clock.advance(1_000);
  unwrap(
    await saveChanges(
      site,
      'html',
      postInputSchema.parse({ title: 'HTML, changed', slug: 'html', content: AWKWARD.trim() }),
      { by, publishAt: '2030-02-01T00:00:00.000Z' },
    ),
  );
  await create({ title: 'Gone', slug: 'gone', content: 'In the trash' });
  const { id } = html;
  // Read before: a database in memory has one connection.
  const gone = await anyPost(site, 'gone');
  await inTransaction(db.query, async (trx) => {
    const instant = '2020-01-01T00:00:00.000Z';
    const add = (from: string, to: Parameters<typeof addRedirect>[1]['to']) =>
      addRedirect(trx, { from, to }, instant);
    await add('/2012/05/Old%2541 é, "x"/', { postId: id });
    await add('/wp-content/a.png', { target: png.address });
    await add('/gone', { postId: gone?.id ?? '' });
  });
  unwrap(await removePost(site, 'gone', { by }));
}
