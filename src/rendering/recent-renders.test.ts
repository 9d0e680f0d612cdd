import { expect, it } from 'vitest';
import { renderBody } from './body.ts';
import { reuseRecentRenders } from './recent-renders.ts';

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
