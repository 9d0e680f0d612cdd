import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The weights that the site uses; bolder text gets the boldest. */
const WEIGHTS = { min: 400, max: 600, default: 400 };

/** English and the scientific symbols of most pages: loaded first. */
const COMMON = `${range(0x20, 0x7e)}\u00a0©®°±²³µ·×÷¼½¾Åé–—‘’“”•…′″€™−≈≤≥√→←↑↓\u2009\u2011\u202f`;

/** Loaded when a page has one of these characters: `fonts.css` has the same ranges. */
const LATIN_1 = without(COMMON, `${range(0xa1, 0xff)}ıŒœ‚„†‡‰‹›⁄`);
const LATIN_EXTENDED_A = range(0x100, 0x17f);
const GREEK = range(0x391, 0x3a1) + range(0x3a3, 0x3a9) + range(0x3b1, 0x3c9);

/** The italic sets single words: letters are enough. */
const LETTERS = range(0x41, 0x5a) + range(0x61, 0x7a);

/** What most formulas need: letters, upright and italic, operators, arrows and brackets. */
const MATH = `${without('"#$&@\\`', range(0x20, 0x7e))}${range(0x1d434, 0x1d467)}${range(0x1d6fc, 0x1d71b)}\
ΓΔΘΛΞΠΣΥΦΨΩαβμνπℎıȷℏℓ\u2009°±×·÷−∗∘∙√∝∞∥∧∨∩∪∫∬∮∼≃≅≈≠≡≤≥≪≫⊂⊆⊕⊗⊥⋅⋯⋮⋱…∀∃∂∅∇∈∉∏∑∓∖¬′″†‡\
→←↔⇒⇐⇔↑↓↦⇀↽⇌⟨⟩⌈⌉⌊⌋‖∣∤ˉ‾^ˇ~˙¨⃗⏞⏟⟶⟵⟷⟹⟸⟺`;

/** Loaded where a formula has one of these characters: vectors and matrices; script, Fraktur and double-struck letters. */
const MATH_BOLD = range(0x1d400, 0x1d433) + range(0x1d6a8, 0x1d6e1) + range(0x1d7ce, 0x1d7d7);
const MATH_LETTERS = `${range(0x1d468, 0x1d4cf)}${range(0x1d504, 0x1d537)}${range(0x1d538, 0x1d56b)}\
${range(0x1d5a0, 0x1d5b9)}${range(0x1d71c, 0x1d755)}ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛℭℌℑℜ`;

type Subset = {
  /** The name of the file in `src/ui/fonts`, without the extension. */
  file: string;
  source: string;
  characters: string;
  axes?: { wght: number | typeof WEIGHTS };
  /** A TrueType file of formulas: of its tables, browsers need the outlines and `MATH`. */
  isMath?: true;
};

const INTER = '@fontsource-variable/inter';
const NEWSREADER = '@fontsource-variable/newsreader';
const PLEX_MONO = '@fontsource/ibm-plex-mono';
/** The same font in `@fontsource` has lost its table `MATH`, by which brackets grow and scripts are placed. */
const STIX = '@expo-google-fonts/stix-two-math';

const math = (file: string, characters: string): Subset => ({
  file,
  source: `${STIX}/400Regular/STIXTwoMath_400Regular.ttf`,
  characters,
  isMath: true,
});

const variable = (file: string, source: string, characters: string): Subset => ({
  file,
  source,
  characters,
  axes: { wght: WEIGHTS },
});

const SUBSETS: readonly Subset[] = [
  variable('inter', `${INTER}/files/inter-latin-wght-normal`, COMMON),
  variable('inter-latin-1', `${INTER}/files/inter-latin-wght-normal`, LATIN_1),
  variable('inter-latin-ext', `${INTER}/files/inter-latin-ext-wght-normal`, LATIN_EXTENDED_A),
  variable('inter-greek', `${INTER}/files/inter-greek-wght-normal`, GREEK),
  variable('newsreader', `${NEWSREADER}/files/newsreader-latin-wght-normal`, COMMON),
  variable('newsreader-latin-1', `${NEWSREADER}/files/newsreader-latin-wght-normal`, LATIN_1),
  {
    file: 'newsreader-italic',
    source: `${NEWSREADER}/files/newsreader-latin-wght-italic`,
    characters: LETTERS,
    axes: { wght: 380 },
  },
  {
    file: 'ibm-plex-mono',
    source: `${PLEX_MONO}/files/ibm-plex-mono-latin-400-normal`,
    characters: COMMON,
  },
  math('stix-two-math', MATH),
  math('stix-two-math-bold', MATH_BOLD),
  math('stix-two-math-letters', MATH_LETTERS),
];

const LICENSES = { inter: INTER, newsreader: NEWSREADER, 'ibm-plex-mono': PLEX_MONO };

/** Subsets the fonts to the characters that the site uses. */
export async function subsetFonts(root: string): Promise<void> {
  const folder = join(root, 'src/ui/fonts');
  const packages = join(root, 'node_modules');
  for (const { file, source, characters, axes, isMath } of SUBSETS) {
    const font = await readFile(join(packages, isMath ? source : `${source}.woff2`));
    const subset = await subsetFont(font, characters, {
      targetFormat: 'woff2',
      ...(axes === undefined ? {} : { variationAxes: axes }),
      ...(isMath ? { keepFeatures: [], dropTables: ['GPOS', 'GDEF'], noHinting: true } : {}),
    });
    await writeFile(join(folder, `${file}.woff2`), subset);
  }
  for (const [name, source] of Object.entries(LICENSES)) {
    await copyFile(join(packages, source, 'LICENSE'), join(folder, `${name}.license.txt`));
  }
  await copyFile(join(packages, STIX, 'LICENSE_FONT'), join(folder, 'stix-two-math.license.txt'));
}

/** All characters between two code points, both included. */
function range(from: number, to: number): string {
  const points = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return String.fromCodePoint(...points);
}

function without(excluded: string, characters: string): string {
  return [...characters].filter((character) => !excluded.includes(character)).join('');
}
