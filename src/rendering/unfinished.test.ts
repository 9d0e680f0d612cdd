import { describe, expect, it } from 'vitest';
import { findUnfinished, unfinishedText, uploadPlaceholder } from './unfinished.ts';

const MERGED = [
  'Before',
  '<<<<<<< yours',
  'a',
  '||||||| before',
  'b',
  '=======',
  'c',
  '>>>>>>> theirs',
];

const conflictAt = (line: number) => ({ kind: 'conflict', line });

describe('a conflict marker', () => {
  it('is found in its line, whichever of the four is left, with any line breaks', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      expect(findUnfinished(MERGED.join(lineBreak))).toEqual(conflictAt(2));
    }
    expect(findUnfinished('a\n\n<<<<<<< HEAD')).toEqual(conflictAt(3));
    expect(findUnfinished('a\n>>>>>>> theirs')).toEqual(conflictAt(2));
    expect(findUnfinished('a\n||||||| before\nb')).toEqual(conflictAt(2));
    expect(findUnfinished('a\n\n=======\nb')).toEqual(conflictAt(3));
    expect(findUnfinished('<p>a</p>\n<<<<<<<\n<p>b</p>')).toEqual(conflictAt(2));
  });

  it('is no heading, quotation, table, or anything longer or within a line', () => {
    for (const text of [
      'Results\n=======',
      '> > > quoted',
      '>>> quoted',
      '||a|\n|-|',
      '<<<<<<<<<< ten',
      'a <<<<<<< b',
      '<<<<<<<text',
      '  <<<<<<< indented',
    ]) {
      expect(findUnfinished(text), text).toBeNull();
    }
  });

  it('is let be in code, and found behind it', () => {
    const code = MERGED.join('\n');
    for (const text of [
      `\`\`\`diff\n${code}\n\`\`\``,
      `~~~~\n${code}\n~~~\n${code}\n~~~~`,
      `\`\`\`\n${code}`,
      `<pre>\n${code}\n</pre>`,
      `<pre class="x"><code>a\n${code}\n</code></pre>`,
    ]) {
      expect(findUnfinished(text), text).toBeNull();
    }
    expect(findUnfinished('```\na\n```\n<<<<<<< yours')).toEqual(conflictAt(4));
    expect(findUnfinished('<pre>a</pre>\n<<<<<<< yours')).toEqual(conflictAt(2));
    expect(findUnfinished('``` not a `fence\n<<<<<<< yours')).toEqual(conflictAt(2));
    expect(findUnfinished('The `<pre>` element\n<<<<<<< yours')).toEqual(conflictAt(2));
  });

  it('is not sheltered by what ends before it or opens no code', () => {
    expect(findUnfinished('- item\n\n  ```js\n  a\n<<<<<<< yours')).toEqual(conflictAt(5));
    expect(findUnfinished('> ```\n> a\n<<<<<<< yours')).toEqual(conflictAt(3));
    expect(findUnfinished('<p>\n```\n<<<<<<< yours\n</p>')).toEqual(conflictAt(3));
  });
});

describe('the placeholder of a picture', () => {
  it('is found as the form writes it, and as it once wrote it in HTML', () => {
    for (const placeholder of [uploadPlaceholder('a (2).png'), '<img alt="Uploading a.png…">']) {
      expect(findUnfinished(`Text\n\nand ${placeholder} more`)).toEqual({
        kind: 'upload',
        line: 3,
      });
    }
  });

  it('is let be in code, and once the picture is there', () => {
    const placeholder = uploadPlaceholder('a.png');
    expect(findUnfinished(`\`\`\`\n${placeholder}\n\`\`\``)).toBeNull();
    expect(findUnfinished(`Write \`${placeholder}\`.`)).toBeNull();
    expect(findUnfinished(`<pre>${placeholder}</pre>`)).toBeNull();
    expect(findUnfinished(`<pre>a</pre>${placeholder}`)).not.toBeNull();
    expect(findUnfinished('![Uploading a.png…](/media/a.png) ![](/a.png)')).toBeNull();
  });
});

it('one kind is found behind the other', () => {
  const both = `${uploadPlaceholder('a.png')}\n<<<<<<< yours\n![Uploading b.png…]()`;
  expect(findUnfinished(both)).toEqual({ kind: 'upload', line: 1 });
  expect(findUnfinished(both, 'conflict')).toEqual({ kind: 'conflict', line: 2 });
  expect(findUnfinished('<<<<<<< yours\n![Uploading b.png…]()', 'upload')?.line).toBe(2);
});

it('is named with its line', () => {
  expect(unfinishedText({ kind: 'conflict', line: 7 })).toContain('Line 7');
  expect(unfinishedText({ kind: 'upload', line: 8 })).toContain('Line 8');
});
