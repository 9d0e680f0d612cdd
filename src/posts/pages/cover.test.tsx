import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Cover } from './cover.tsx';

const ID = '0123456789abcdef0123456789abcdef';

test('a cover of our own library is loaded in the width that is needed, not in full', () => {
  const html = renderToStaticMarkup(<Cover src={`/media/${ID}/800x600.jpg`} />);
  expect(html).toContain(`srcSet="/media/${ID}/480.webp 480w, /media/${ID}/800.webp 800w"`);
  expect(html).toContain(`src="/media/${ID}/800x600.jpg"`);
});

test('a cover from elsewhere, or one that moves, is loaded as it is', () => {
  for (const src of ['https://a.test/x.png', '', `/media/${ID}/80x60-moving.gif`]) {
    expect(renderToStaticMarkup(<Cover src={src} />)).not.toMatch(/srcset/i);
  }
});
