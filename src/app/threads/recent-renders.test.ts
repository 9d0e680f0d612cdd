import { expect, it } from 'vitest';
import { renderBody } from '../../rendering/body.ts';
import { reuseRecentRenders, shareRenders } from './recent-renders.ts';

function counting() {
  const rendered: string[] = [];
  const render = reuseRecentRenders(async (content) => {
    rendered.push(content);
    return content === 'too much' ? null : renderBody(content);
  });
  return { rendered, render };
}

it('renders a text that was previewed no second time when it is saved', async () => {
  const { rendered, render } = counting();
  const previewed = await render('*a*');
  expect(await render('*a*')).toEqual(previewed);
  expect(previewed).toEqual(await renderBody('*a*'));
  expect(rendered).toEqual(['*a*']);
});

it('keeps the latest few alone, and nothing of what could not be rendered', async () => {
  const { rendered, render } = counting();
  await render('first');
  for (const content of ['2', '3', 'first', '4', '5']) await render(content);
  await render('first');
  expect(rendered).toEqual(['first', '2', '3', '4', '5']);
  await render('2');
  expect(rendered.at(-1)).toBe('2');
  expect(await render('too much')).toBeNull();
  expect(await render('too much')).toBeNull();
  expect(rendered.slice(-2)).toEqual(['too much', 'too much']);
});

it('renders a text once for a hundred readers who come at once, of whom most were told to come again', async () => {
  const rendered: string[] = [];
  const render = shareRenders(async (content) => {
    rendered.push(content);
    if (content === 'busy') throw new Error('Busy');
    return renderBody(content);
  });
  const hundred = <T>(make: () => Promise<T>) =>
    Promise.allSettled(Array.from({ length: 100 }, make));
  const bodies = await hundred(() => render('*a*'));
  expect(bodies).toEqual(Array(100).fill({ status: 'fulfilled', value: await renderBody('*a*') }));
  await Promise.all([render('*a*', { citationStyle: 'author-date' }), render('*a*')]);
  expect(rendered).toEqual(['*a*', '*a*', '*a*']);
  for (const _ of [1, 2]) await hundred(() => render('busy'));
  expect(rendered.slice(3)).toEqual(['busy', 'busy']);
});
