import { describe, expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { input as inputOf, makePosts } from '../../../test/make-posts.ts';
import { makeMemoryDatabase } from '../../../test/make-site.ts';
import { renderMolecules } from '../../../test/molecule-posts.ts';
import { publishChanges, saveChanges } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { publicMolecule, publicMolecules } from './molecules.ts';

const EDITOR = { by: 'editor@site.test' };

const input = (slug: string, content: string, status: 'draft' | 'published' = 'published') =>
  inputOf({ title: slug, slug, content, status });

function makeSite() {
  const db = makeMemoryDatabase();
  const posts = makePosts(db, renderMolecules);
  const recorded = () =>
    db.query
      .selectFrom('post_molecules')
      .innerJoin('posts', 'posts.id', 'post_molecules.post_id')
      .select(['slug', 'smiles', 'name', 'position', 'inchikey', 'inchi', 'formula'])
      .orderBy('slug')
      .orderBy('position')
      .execute();
  const shown = async () =>
    (await recorded()).map(({ slug, smiles, name }) =>
      [slug, smiles, name].filter(Boolean).join(' '),
    );
  const bound = { publicMolecules, publicMolecule, saveChanges, publishChanges };
  return { ...posts, ...boundTo(posts.site, bound), recorded, shown };
}

describe('the molecules of posts', () => {
  it('are recorded with every save, each as often as it is shown, and go with the post', async () => {
    const { createPost, editPost, removePost, eraseTrashedPost, shown } = makeSite();
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
    const { createPost, editPost, removePost, restorePost, shown, recorded, ...site } = makeSite();
    const { id } = unwrap(await createPost(input('a', 'CCO ethanol\nCC')));
    unwrap(await editPost('a', { ...input('a', 'CCO ethanol\nCC'), tags: ['x'] }));
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
    const { createPost, saveChanges, publishChanges, shown } = makeSite();
    unwrap(await createPost(input('a', 'CCO')));
    const changes = { ...input('a', 'CCC'), status: undefined };
    unwrap(await saveChanges('a', changes, { ...EDITOR, publishAt: null }));
    expect(await shown()).toEqual(['a CCO']);
    unwrap(await publishChanges('a', EDITOR));
    expect(await shown()).toEqual(['a CCC']);
  });
});
