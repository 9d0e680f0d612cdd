import { expect, it } from 'vitest';
import { authorNames } from './cite-post.ts';

it('the site stays one institutional author among others, also the last of them', () => {
  expect(authorNames({ author: 'Anna Berg, Ligara AI' }, 'Ligara')).toEqual([
    { family: 'Berg', given: 'Anna' },
    { literal: 'Ligara AI' },
  ]);
  expect(authorNames({ author: 'Ligara AI' }, 'Ligara')).toEqual([{ literal: 'Ligara AI' }]);
});
