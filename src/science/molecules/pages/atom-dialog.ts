import { Molecule } from 'openchemlib';
import styles from './atom-dialog.css?inline';

/** The editor's words, and what stands for them. */
const WORDS = new Map([
  ['Atom Label:', 'Element'],
  ["(examples: 'D', 'Li', 'Cys', 'R12', 'R3@C')", 'Its symbol: Li, Se or D, for example.'],
  ['Atom Mass:', 'Mass number'],
  ['(empty for natural abundance)', 'Leave empty for the natural isotopes.'],
  ['Abnormal Valence:', 'Valence'],
  ['(empty for default valence)', 'Leave empty for the usual one.'],
  ['Radical State:', 'Radical'],
  ['One electron (duplet)', 'One electron (doublet)'],
  ['Two electrons (singulet)', 'Two electrons (singlet)'],
  ['OK', 'Apply'],
]);

/**
 * Gives the dialog that the editor opens for an atom the site's look and words, and its fields their names. What the
 * editor would not tell that it cannot use, the browser tells at its field.
 */
export function dressAtomDialog(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  new MutationObserver(() => {
    const dialog = root.querySelector('dialog');
    if (dialog === null) return;
    for (const element of dialog.querySelectorAll('[style]')) element.removeAttribute('style');
    for (const element of dialog.querySelectorAll('label, option, button'))
      element.textContent = WORDS.get(element.textContent) ?? element.textContent;
    for (const field of dialog.querySelectorAll('input, select'))
      field.ariaLabel = field.parentElement?.previousElementSibling?.textContent ?? null;
    const heading = document.createElement('h2');
    heading.id = 'another-element';
    heading.textContent = 'Another element';
    dialog.prepend(heading);
    dialog.setAttribute('aria-labelledby', heading.id);
    const [symbol, ...numbers] = dialog.querySelectorAll('input');
    symbol?.addEventListener('input', () => {
      symbol.setCustomValidity(isElement(symbol.value) ? '' : 'No element has this symbol.');
    });
    for (const field of numbers) {
      field.pattern = '\\d{1,3}';
      field.title = 'A whole number';
    }
  }).observe(root, { childList: true });
}

function isElement(symbol: string): boolean {
  return Molecule.getAtomicNoFromLabel(symbol, Molecule.cPseudoAtomsHydrogenIsotops) > 0;
}
