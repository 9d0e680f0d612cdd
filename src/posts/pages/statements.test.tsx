import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { NEW_POST, type Statements as Stated } from '../fields.ts';

import { publishedPost } from '../public-posts.ts';
import { blogPosting, citationMeta, signposts } from './metadata.ts';
import { AiNotice, Statements } from './statements.tsx';

const shown = (stated: Partial<Stated>) => {
  const post = { ...NEW_POST, ...stated };
  return {
    top: renderToStaticMarkup(<AiNotice post={post} />),
    end: renderToStaticMarkup(<Statements post={post} />),
  };
};

it('readers learn before they read that AI wrote a post and nobody has reviewed it', () => {
  expect(shown({ aiUse: 'generated' }).top).toContain('No person has reviewed it.');
  expect(shown({ aiUse: 'generated', reviewedBy: 'Anna Berg' }).top).toBe('');
  expect(shown({ aiUse: 'assisted' }).top).toBe('');
  expect(shown({})).toEqual({ top: '', end: '' });
});

it.each([
  [{ aiUse: 'none' }, 'without AI'],
  [{ aiUse: 'assisted' }, 'AI helped to write this post.</dd>'],
  [{ aiUse: 'generated' }, 'No person has reviewed it.'],
  [
    { aiUse: 'generated', reviewedBy: 'Anna $& Berg', reviewedOn: '2026-02-01' },
    'Reviewed by Anna $&amp; Berg on February 1, 2026.',
  ],
  [{ license: 'CC-BY-4.0' }, 'href="https://creativecommons.org/licenses/by/4.0/"'],
  [{ funding: '<b>Grant</b> 7' }, '&lt;b&gt;Grant&lt;/b&gt; 7'],
] as const)('a post that states %j says so at its end', (stated, text) => {
  expect(shown(stated).end).toContain(text);
});

it('machines learn the licence, and how AI was used', async () => {
  const { site, get } = await makeApp();
  const stated = { title: 'A', license: 'CC-BY-4.0', aiUse: 'generated' } as const;
  unwrap(await createPost(site, input(stated)));
  const post = await publishedPost(site, 'a');
  if (post === null) throw new Error('The post is gone');
  const page = { publicUrl: '', url: '/blog/a', path: '', title: '', image: '' };
  const license = 'https://creativecommons.org/licenses/by/4.0/';
  const digitalSourceType = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';
  expect(blogPosting(post)(page)).toMatchObject({ license, digitalSourceType });
  expect(JSON.stringify(citationMeta(post, ''))).toContain('trainedAlgorithmicMedia');
  expect(signposts(post, '')).toContain(`<${license}>; rel="license"`);
  expect(await (await get('/blog/a/cite.bib')).text()).toContain('Licence: CC-BY-4.0.');
  expect(await (await get('/blog/a.md')).text()).toContain('license: "CC-BY-4.0"');
});
