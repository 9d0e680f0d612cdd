import { expect, test } from 'vitest';
import { renderStored } from '../../test/stored-bodies.ts';

test('structures, tables, figures, containers, curves and formulas are rendered as stored', async () => {
  const rendered = await renderStored(new URL('bodies.txt', import.meta.url));
  await expect(rendered).toMatchFileSnapshot('rendered.txt');
});
