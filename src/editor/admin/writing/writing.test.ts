import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { linkTarget } from './link-dialog.tsx';
import { keysShown, toolFor } from './shortcuts.ts';
import type { ShownPreview } from './use-preview.ts';
import { fieldText, languageOf, storedText } from './written-text.ts';

test.each(readTable(new URL('link-targets.tsv', import.meta.url)))(
  'linkTarget: %j links to %j',
  (typed = '', url = '') => expect(`${linkTarget(typed)}`).toBe(url),
);

test.each(readTable(new URL('shortcuts.tsv', import.meta.url)))(
  'toolFor: %s+%s (%s) on a %s is %s',
  (modifiers = '', key = '', code = '', system = '', tool = '') => {
    const has = (name: string) => modifiers.includes(name);
    const press = {
      ...{ key, code, ctrlKey: has('Ctrl'), metaKey: has('Cmd') },
      ...{ shiftKey: has('Shift'), altKey: has('Alt'), getModifierState: () => has('AltGr') },
    };
    expect(`${toolFor(press, system === 'Mac')}`).toBe(tool);
  },
);

test('keysShown: shortcuts are named as on the operating system', () => {
  const shown = (isMac: boolean) =>
    (['quote', 'heading2', 'file'] as const).map((tool) => keysShown(tool, isMac));
  expect(shown(false)).toEqual(['Ctrl+Shift+.', 'Ctrl+Alt+2', null]);
  expect(shown(true)).toEqual(['⌘⇧.', '⌘⌥2', null]);
});

const previewOf = (content: string, format: BodyFormat) => ({ content, format }) as ShownPreview;

test.for([
  ['Text', null, 'markdown'],
  ['<p>Text</p>', null, 'html'],
  // The server reads the whole text: Markdown can begin with a tag.
  ['<br>**Text**', previewOf('<br>**Tex', 'markdown'), 'markdown'],
  ['<p>Text</p>', previewOf('Text', 'markdown'), 'html'],
  ['Text', previewOf('<p>Text</p>', 'html'), 'markdown'],
] as const)(
  'languageOf: what is pasted before the preview has caught up is written as the text is: %j',
  ([text, preview, language]) => {
    expect(languageOf(text, preview)).toBe(language);
  },
);

test('storedText: what nobody has touched is stored byte for byte, typed text comes back unchanged, and line breaks of Windows stay', () => {
  const textOf = (...parts: string[]) =>
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((all) => all.join(''));
  const windows = 'one\r\ntwo\r\nthree\r\n';
  fc.assert(
    fc.property(textOf('a', 'b', '\r\n', '\n', '\r'), textOf('a', 'b', '\n'), (stored, typed) => {
      expect(storedText(fieldText(stored), stored)).toBe(stored);
      expect(fieldText(storedText(typed, stored))).toBe(typed);
      expect(storedText(typed, windows)).toBe(typed.replaceAll('\n', '\r\n'));
    }),
  );
});
