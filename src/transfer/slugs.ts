import { slugify } from '../posts/post.ts';
import { decodePercent } from './text/decode-percent.ts';

/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

/** The slug of a text, whose accents fall: `Élan vital` is `elan-vital`. Empty when nothing is left. */
export function plainSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return slugify(plain.toLowerCase().replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter] ?? letter));
}

/** The slug of a file's name, in which dots and underscores stand for spaces, too: `v1.2_notes` is `v1-2-notes`. */
export function fileSlug(name: string): string {
  return plainSlug(decodePercent(name).replace(/[._]+/g, '-'));
}
