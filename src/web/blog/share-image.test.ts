import { describe, expect, it } from 'vitest';
import { postShareImage } from './share-image.ts';

const sample = {
  slug: 'how-to-read-an-ic50',
  title: 'How to read an IC50',
  coverImage: '/images/covers/how-to-read-an-ic50.svg',
  coverImageCaption: '',
};

describe('the picture a post is shared with', () => {
  it.each(['/photo.jpg', 'https://images.example/a.JPEG?w=1200', '/a.png#x', '/a.webp'])(
    'is its cover where networks accept it: %s',
    (coverImage) => {
      const image = postShareImage({ ...sample, coverImage, coverImageCaption: 'A bench' });
      expect(image).toEqual({ ogImage: coverImage, ogImageAlt: 'A bench' });
    },
  );

  it('is never an SVG, which networks do not show', () => {
    expect(postShareImage(sample).ogImage).toBe('/images/share/blog-how-to-read-an-ic50.png');
    expect(postShareImage({ ...sample, slug: 'another' }).ogImage).toBe('/images/share.png');
  });

  it('does not show a title that the post no longer has', () => {
    expect(postShareImage({ ...sample, title: 'Another title' }).ogImage).toBe('/images/share.png');
  });

  it('is the default for a post that is called like a property of every object', () => {
    expect(postShareImage({ ...sample, slug: 'constructor' }).ogImage).toBe('/images/share.png');
  });
});
