import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../test/body-markup.ts';
import { renderBody } from './body.ts';
import { standaloneBody } from './standalone.ts';

const ID = '0123456789abcdef0123456789abcdef';
const OWN = `/media/${ID}/800x600.jpg`;

const bodyOf = async (content: string) => (await renderBody(content)).html;

describe('a picture of the media library in a body', () => {
  const picture = (alt: string) =>
    '<picture>' +
    ['avif', 'webp']
      .map(
        (format) =>
          `<source type="image/${format}" srcset="/media/${ID}/480.${format} 480w, /media/${ID}/800.${format} 800w" sizes="(min-width: 48rem) 46rem, 100vw">`,
      )
      .join('') +
    `<img src="${OWN}" alt="${alt}" loading="lazy" decoding="async" width="800" height="600"></picture>`;

  it('is loaded in the width and the format that suit the reader, and moves nothing', async () => {
    expect(await bodyOf(`Text\n\n![A curve](${OWN})`)).toBe(
      `<p>Text</p>\n<p>${picture('A curve')}</p>`,
    );
    expect(await bodyOf(`<figure><img src="${OWN}"><figcaption>C</figcaption></figure>`)).toBe(
      `<figure>${picture('')}<figcaption>C</figcaption></figure>`,
    );
    expect(await bodyOf(`[![A](${OWN})](/x)`)).toBe(`<p><a href="/x">${picture('A')}</a></p>`);
  });

  it('keeps the size that an author gives it', async () => {
    const html = await bodyOf(`<p><img src="${OWN}" alt="" width="300" sizes="300px"></p>`);
    expect(html).toContain('800w" sizes="300px"><img');
    expect(html).toContain('width="300"');
    expect(html).not.toContain('height');
  });

  it('goes on moving when it is an animation', async () => {
    for (const format of ['gif', 'webp']) {
      const url = `/media/${ID}/80x60-moving.${format}`;
      expect(await bodyOf(`![A](${url})`)).toBe(
        `<p><img src="${url}" alt="A" loading="lazy" decoding="async" width="80" height="60"></p>`,
      );
    }
  });

  it('is found by readers elsewhere', async () => {
    const html = standaloneBody(await bodyOf(`![A](${OWN})`), 'https://site.test/blog/a');
    expect(html).toContain(
      `srcset="https://site.test/media/${ID}/480.avif 480w, https://site.test/media/${ID}/800.avif 800w"`,
    );
    expect(html).not.toMatch(/["\s]\/media/);
  });

  it('is nothing that the sanitizer would change', async () => {
    const once = sanitizeHtml(await bodyOf(`![A](${OWN})`));
    expect(once).toContain(`srcset="/media/${ID}/480.avif 480w, /media/${ID}/800.avif 800w"`);
    expect(sanitizeHtml(once)).toBe(once);
  });
});

describe('any other picture in a body', () => {
  it.each([
    `https://site.test${OWN}`,
    `/media/${ID}/480.webp`,
    `/media/${ID}/800x600.jpg?x`,
    `media/${ID}/800x600.jpg`,
    '/images/a.png',
  ])('stays as it is: %s', async (url) => {
    expect(await bodyOf(`![A](${url})`)).toBe(
      `<p><img src="${url}" alt="A" loading="lazy" decoding="async"></p>`,
    );
  });

  it('is unchanged when its author gave candidates', async () => {
    const image = `<img src="${OWN}" srcset="/a.png 2x" alt="">`;
    expect(await bodyOf(`<p>${image}</p>`)).not.toContain('<picture>');
    const art = `<picture><source srcset="/dark.png" media="(prefers-color-scheme: dark)"><img src="${OWN}" alt=""></picture>`;
    expect((await bodyOf(`<p>${art}</p>`)).match(/<source/g)).toHaveLength(1);
  });
});
