import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js';
import { lazy } from '../../server/lazy.ts';

/** A formula as TeX, by itself or in a line of text. */
export type Formula = { tex: string; isDisplay: boolean };

/** A formula as a file of its own, its letters as paths. Sizes are in em of the text around it. */
export type FormulaPicture = PictureSize & { svg: string };

export type PictureSize = {
  width: number;
  height: number;
  /** How far it reaches below the line of text. */
  depth: number;
};

/** Draws formulas as pictures, in order; null for one that has none. Takes 1 to 3 ms for each. */
export type DrawFormulas = (formulas: readonly Formula[]) => Promise<(FormulaPicture | null)[]>;

/** The largest picture that fits into an email, in em. */
const MAX_WIDTH = 120;
const MAX_HEIGHT = 60;

/** CSS pixels of an em in an email. */
export const EM_PX = 16;

/** The ink of the light palette: pictures know no theme. */
const INK = '#0B1B24';

/** Serves readers that show no MathML. What only temml knows of TeX has no picture. */
export const drawFormulas: DrawFormulas = async (formulas) => {
  const convert = await loadMathJax();
  const pictures: (FormulaPicture | null)[] = [];
  for (const formula of formulas) {
    const drawn = await convert(formula).catch(() => null);
    pictures.push(drawn === null ? null : toPicture(drawn));
  }
  return pictures;
};

/** 0.25 s and 25 MB. Of its packages those that temml has too, and none that loads, links or defines. */
const loadMathJax = lazy(async () => {
  const [{ mathjax }, { TeX }, { SVG }, { liteAdaptor }, { RegisterHTMLHandler }, newcm, mhchem] =
    await Promise.all([
      import('@mathjax/src/js/mathjax.js'),
      import('@mathjax/src/js/input/tex.js'),
      import('@mathjax/src/js/output/svg.js'),
      import('@mathjax/src/js/adaptors/liteAdaptor.js'),
      import('@mathjax/src/js/handlers/html.js'),
      import('@mathjax/mathjax-newcm-font/js/svg.js'),
      import('@mathjax/mathjax-mhchem-font-extension/js/svg.js'),
      import('@mathjax/src/js/util/asyncLoad/esm.js'),
      import('@mathjax/src/js/input/tex/base/BaseConfiguration.js'),
      import('@mathjax/src/js/input/tex/ams/AmsConfiguration.js'),
      import('@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js'),
      import('@mathjax/src/js/input/tex/braket/BraketConfiguration.js'),
      import('@mathjax/src/js/input/tex/cancel/CancelConfiguration.js'),
      import('@mathjax/src/js/input/tex/color/ColorConfiguration.js'),
      import('@mathjax/src/js/input/tex/enclose/EncloseConfiguration.js'),
      import('@mathjax/src/js/input/tex/extpfeil/ExtpfeilConfiguration.js'),
      import('@mathjax/src/js/input/tex/gensymb/GensymbConfiguration.js'),
      import('@mathjax/src/js/input/tex/mathtools/MathtoolsConfiguration.js'),
      import('@mathjax/src/js/input/tex/mhchem/MhchemConfiguration.js'),
      import('@mathjax/src/js/input/tex/textcomp/TextcompConfiguration.js'),
      import('@mathjax/src/js/input/tex/textmacros/TextMacrosConfiguration.js'),
      import('@mathjax/src/js/input/tex/upgreek/UpgreekConfiguration.js'),
    ]);
  const adaptor = liteAdaptor();
  RegisterHTMLHandler(adaptor);
  const output = new SVG({
    fontData: newcm.MathJaxNewcmFont,
    dynamicPrefix: '@mathjax/mathjax-newcm-font/js/svg/dynamic',
    fontCache: 'none',
    // A formula is one picture.
    linebreaks: { inline: false },
    displayOverflow: 'overflow',
  });
  output.addExtension(mhchem.MathJaxMhchemFontExtension);
  const input = new TeX({
    packages: [
      'base',
      'ams',
      'boldsymbol',
      'braket',
      'cancel',
      'color',
      'enclose',
      'extpfeil',
      'gensymb',
      'mathtools',
      'mhchem',
      'textcomp',
      'textmacros',
      'upgreek',
    ],
    tags: 'none',
    formatError: (_: unknown, error: Error) => {
      throw error;
    },
  });
  const document = mathjax.document('', { InputJax: input, OutputJax: output });
  return async ({ tex, isDisplay }: Formula): Promise<string> => {
    const written = tex.replace(/\\bm(?![A-Za-z])/g, '\\boldsymbol');
    const options = { display: isDisplay, em: EM_PX, ex: EM_PX / 2, containerWidth: 1e6 };
    const container: LiteElement = await document.convertPromise(written, options);
    return adaptor.serializeXML(adaptor.firstChild(container) as LiteElement);
  };
});

/** Thousandths of an em, the line of text at 0. */
const BOX = /^<svg [^>]*?viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"[^>]*>/;

/** Null for what is too large, or has letters that the font lacks. */
function toPicture(drawn: string): FormulaPicture | null {
  const [root, ...box] = BOX.exec(drawn) ?? [];
  const [left = 0, top = 0, width = 0, height = 0] = box.map((each) => Number(each) / 1000);
  const isShown = width > 0 && width <= MAX_WIDTH && height > 0 && height <= MAX_HEIGHT;
  if (root === undefined || !isShown || drawn.includes('<text')) return null;
  const size = `width="${width * EM_PX}" height="${height * EM_PX}"`;
  const view = [left, top, width, height].map((each) => each * 1000).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${view}" color="${INK}">${drawn.slice(root.length)}`;
  return { svg, width, height, depth: top + height };
}
