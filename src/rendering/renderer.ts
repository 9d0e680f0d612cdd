/**
 * What renders bodies: the HTML that a lower number made is made again (`outdated-renders.ts`), and that of a higher one,
 * of a newer program beside this one, stays. Add one when `renderBody` gives other HTML for the same text, and with each
 * version of RDKit or MathJax.
 */
export const RENDERER = 19;

/** The RDKit of {@link RENDERER}. */
export const RDKIT_OF_RENDERER = '2026.9.1';
