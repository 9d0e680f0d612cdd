import { describe, expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeMolecule } from '../../../test/make-molecule.ts';
import { makeMemoryDatabase } from '../../../test/make-site.ts';
import { createPost, editPost, publishChanges, saveChanges } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';

import { postInputSchema } from '../../posts/post-input.ts';
import { eraseTrashedPost, removePost, restorePost } from '../../posts/trash.ts';

import { renderBody } from '../../rendering/body.ts';
import type { Database } from '../../server/db/connect.ts';
import { publicMolecule, publicMolecules } from './molecules.ts';

const EDITOR = { by: 'editor@site.test' };

const input = (slug: string, content: string, status: 'draft' | 'published' = 'published') =>
  postInputSchema.parse({ title: slug, slug, content, status });

/** Every line `SMILES name` of a text is a molecule, but `Text`. */
async function makeSite(db: Database) {
  const app = await makeApp({
    db,
    render: async (content) => ({
      ...(await renderBody(content)),
      molecules: content
        .split('\n')
        .filter((line) => line !== 'Text')
        .map((line, position) => {
          const [smiles = '', name = null] = line.split(' ');
          return { molecule: makeMolecule(smiles), position, label: null, name };
        }),
    }),
  });
  const shown = async () => {
    const rows = await db.query
      .selectFrom('post_molecules')
      .innerJoin('posts', 'posts.id', 'post_molecules.post_id')
      .select(['slug', 'smiles', 'name', 'position'])
      .orderBy('slug')
      .orderBy('position')
      .execute();
    return rows.map(({ slug, smiles, name }) => [slug, smiles, name].filter(Boolean).join(' '));
  };
  return {
    ...app,
    ...boundTo(app.site, { publicMolecules, publicMolecule }),
    ...boundTo(app.site, {
      createPost,
      removePost,
      editPost,
      restorePost,
      eraseTrashedPost,
      saveChanges,
      publishChanges,
    }),
    shown,
  };
}

describe('the molecules of posts', () => {
  it('are recorded with every save, each as often as it is shown, and go with the post', async () => {
    const db = makeMemoryDatabase();
    const site = await makeSite(db);
    const { createPost, editPost, removePost, eraseTrashedPost, shown } = site;
    unwrap(await createPost(input('a', 'CCO ethanol\nCC\nCCO')));
    const { id } = unwrap(await createPost(input('b', 'CC', 'draft')));
    expect(await shown()).toEqual(['a CCO ethanol', 'a CC', 'a CCO', 'b CC']);
    unwrap(await editPost('a', input('a', 'CCC')));
    expect(await shown()).toEqual(['a CCC', 'b CC']);
    unwrap(await removePost('b'));
    expect(await shown()).toEqual(['a CCC', 'b CC']);
    unwrap(await eraseTrashedPost(id, EDITOR));
    expect(await shown()).toEqual(['a CCC']);
    unwrap(await editPost('a', input('a', 'Text')));
    expect(await shown()).toEqual([]);
  });

  it('of a deleted post are shown nowhere until it is restored, and stay where only a tag changes', async () => {
    const db = makeMemoryDatabase();
    const { createPost, editPost, removePost, restorePost, shown, ...site } = await makeSite(db);
    const { id } = unwrap(await createPost(input('a', 'CCO ethanol\nCC')));
    unwrap(await editPost('a', { ...input('a', 'CCO ethanol\nCC'), tags: ['x'] }));
    const recorded = () =>
      db.query.selectFrom('post_molecules').selectAll().orderBy('position').execute();
    const before = await recorded();
    const [ethanol] = before;
    expect(before).toHaveLength(2);
    const seen = async () => [
      (await site.publicMolecules()).length,
      (await site.publicMolecule(ethanol?.inchikey ?? ''))?.name,
    ];
    expect(await seen()).toEqual([2, 'ethanol']);
    unwrap(await removePost('a'));
    expect(await seen()).toEqual([0, undefined]);
    unwrap(await restorePost(id, EDITOR));
    expect(await seen()).toEqual([0, undefined]);
    unwrap(await editPost('a', { ...input('a', 'CCO ethanol\nCC'), tags: ['x'] }));
    expect(await seen()).toEqual([2, 'ethanol']);
    expect(await shown()).toEqual(['a CCO ethanol', 'a CC']);
    expect(await recorded()).toEqual(before);
  });

  it('are those of the public text until changes are published', async () => {
    const { createPost, saveChanges, publishChanges, shown } = await makeSite(makeMemoryDatabase());
    unwrap(await createPost(input('a', 'CCO')));
    const changes = { ...input('a', 'CCC'), status: undefined };
    unwrap(await saveChanges('a', changes, { ...EDITOR, publishAt: null }));
    expect(await shown()).toEqual(['a CCO']);
    unwrap(await publishChanges('a', EDITOR));
    expect(await shown()).toEqual(['a CCC']);
  });
});
