import type { Site } from '../../site.ts';
import { formulaHtml } from '../math/draw-math.ts';

const EQUATIONS = {
  ic50: String.raw`\mathrm{pIC}_{50} = -\log_{10} \frac{\mathrm{IC}_{50}}{1\,\mathrm{mol/L}}`,
  ki: String.raw`K_\mathrm{i} = \frac{\mathrm{IC}_{50}}{1 + [\mathrm{S}]/K_\mathrm{m}}`,
  logp: String.raw`\log P = \log_{10} \frac{[\mathrm{X}]_\mathrm{octanol}}{[\mathrm{X}]_\mathrm{water}}`,
};

/** Each has its own glyphs: a search shows any of them. */
export async function drawEquations(site: Site): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {};
  for (const [id, tex] of Object.entries(EQUATIONS)) {
    drawn[id] = formulaHtml(await site.typesetFormula({ tex, isDisplay: true }), tex);
  }
  return drawn;
}
