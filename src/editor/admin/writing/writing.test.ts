import { expect, test } from 'vitest';
import type { BodyFormat } from '../../../rendering/body.ts';
import type { ShownPreview } from './use-preview.ts';
import { languageOf } from './written-text.ts';

const previewOf = (content: string, format: BodyFormat): ShownPreview => ({
  content,
  format,
  contentHtml: '',
  words: 0,
  readingTime: 1,
  blockLines: [],
  findings: [],
});

test.for([
  ['Text', null, 'markdown'],
  ['<p>Text</p>', null, 'html'],
  // The server reads the whole text: Markdown can begin with a tag.
  ['<br>**Text**', previewOf('<br>**Tex', 'markdown'), 'markdown'],
  ['<p>Text</p>', previewOf('Text', 'markdown'), 'html'],
  ['Text', previewOf('<p>Text</p>', 'html'), 'markdown'],
] as const)(
  'what is pasted before the preview has caught up is written as the text is: %j',
  ([text, preview, language]) => {
    expect(languageOf(text, preview)).toBe(language);
  },
);
