import '@mathjax/src/js/util/asyncLoad/esm.js';
import { MathJaxMhchemFontExtension } from '@mathjax/mathjax-mhchem-font-extension/js/svg.js';
import { MathJaxNewcmFont } from '@mathjax/mathjax-newcm-font/js/svg.js';
import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { STATE } from '@mathjax/src/js/core/MathItem.js';
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js';
import { NoTags } from '@mathjax/src/js/input/tex/Tags.js';
import TexError from '@mathjax/src/js/input/tex/TexError.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { readMathml, readSvg } from './formula-tree.ts';
import type { Formula, Typeset } from './typeset.ts';

/** None of them loads code, links, or sets attributes. */
const PACKAGES =
  `Base Ams Boldsymbol Braket Cancel Color ConfigMacros Enclose Extpfeil Gensymb Mathtools Mhchem
   Newcommand Textcomp TextMacros Upgreek`.split(/\s+/);
await Promise.all(
  PACKAGES.map((name) => {
    return import(`@mathjax/src/js/input/tex/${name.toLowerCase()}/${name}Configuration.js`);
  }),
);

/** Commands that are in use and no package has. */
const MACROS = {
  abs: ['\\left|#1\\right|', 1],
  Angstrom: '\\text{Å}',
  argmax: '\\operatorname*{arg\\,max}',
  argmin: '\\operatorname*{arg\\,min}',
  bm: '\\boldsymbol',
  bold: '\\boldsymbol',
  copyright: '\\text{©}',
  dag: '\\dagger',
  emph: ['\\textit{#1}', 1],
  norm: ['\\left\\|#1\\right\\|', 1],
  providecommand: '\\newcommand',
  raisebox: ['\\raise{#1}{\\text{#2}}', 2],
  sout: ['\\enclose{horizontalstrike}{\\text{#1}}', 1],
  textsc: ['\\text{#1}', 1],
};

/** Numbers stand beside a formula, as those of labels do, and are no part of it. */
class CollectedTags extends NoTags {
  texts: string[] = [];
  override startEquation(math: Parameters<NoTags['startEquation']>[0]) {
    super.startEquation(math);
    this.texts = [];
  }
  override tag(tag: string | null, isVerbatim: boolean) {
    if (tag) this.texts.push(isVerbatim ? tag : `(${tag})`);
  }
}

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const output = new SVG({
  fontData: MathJaxNewcmFont,
  dynamicPrefix: '@mathjax/mathjax-newcm-font/js/svg/dynamic',
  fontCache: 'global',
  useXlink: false,
  linebreaks: { inline: false },
  displayOverflow: 'overflow',
});
output.addExtension(MathJaxMhchemFontExtension);
const document = mathjax.document('', { InputJax: new TeX(), OutputJax: output });

export async function typeset({ tex, isDisplay, definitions }: Formula): Promise<Typeset> {
  // A new one for each formula: what a body defines does not reach another.
  const input = new TeX({
    packages: PACKAGES.map((name) => name.toLowerCase()),
    macros: MACROS,
    formatError: (_: unknown, error: Error) => {
      throw error;
    },
  });
  const tags = Object.assign(new CollectedTags(), { configuration: input.parseOptions });
  input.parseOptions.tags = tags;
  input.setAdaptor(adaptor);
  input.setMmlFactory(document.mmlFactory);
  document.inputJax[0] = input;
  const glyphs: Record<string, string> = {};
  output.fontCache.cachePath = (variant, code, path) => {
    const { cacheID = '' } = output.font.getVariant(variant);
    const id = `tex-${cacheID.replace('NCM-', '')}-${code}`;
    if (path !== '') glyphs[id] = path;
    return id;
  };
  try {
    for (const definition of definitions ?? []) {
      document.convert(definition, { display: true, end: STATE.COMPILED });
    }
    // The width is that of `multline`.
    const options = { display: isDisplay, em: 16, ex: 8, containerWidth: 480 };
    const container = await document.convertPromise(tex, options);
    const message = refusalOf(tags.texts, isDisplay);
    if (message !== null) return { message };
    const drawn = readSvg(adaptor.firstChild(container) as LiteElement, glyphs);
    if ('message' in drawn) return drawn;
    return { ...drawn, math: readMathml(input.parseOptions.root), tag: tags.texts[0] ?? null };
  } catch (error) {
    // Deep nesting exceeds the call stack.
    const written = error instanceof TexError ? error.message : 'This cannot be typeset';
    const message = written.replace(/^MathJax |[.?]$/g, '').slice(0, 200);
    return { message: (message.charAt(0).toLowerCase() + message.slice(1)).toWellFormed() };
  }
}

function refusalOf([tag = '', ...others]: readonly string[], isDisplay: boolean): string | null {
  if (tag !== '' && !isDisplay) return '\\tag numbers a formula between $$';
  return others.length > 0 || /[{}\\$]|.{24}/.test(tag)
    ? 'a formula can have one \\tag, in plain text: \\tag{2a}'
    : null;
}
