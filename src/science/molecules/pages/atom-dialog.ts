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
 * editor cannot use and would not tell is told below its field.
 *
 * @param onApply called with the symbol of the element that the editor draws from now on
 */
export function dressAtomDialog(root: ShadowRoot, onApply: (symbol: string) => void): void {
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
    const form = dialog.querySelector('form');
    const [symbol, ...numbers] = dialog.querySelectorAll('input');
    if (form === null || symbol === undefined) return;
    check(symbol, isElement, 'No element has this symbol.');
    for (const field of numbers) check(field, isNumber, 'Enter a whole number.');
    form.addEventListener('submit', () => onApply(symbol.value));
  }).observe(root, { childList: true });
}

/** Shows what is wrong with a field in place of the hint below it, where the browser would show a bubble of its own. */
function check(field: HTMLInputElement, isRight: (text: string) => boolean, problem: string): void {
  const note = field.parentElement?.nextElementSibling?.firstElementChild;
  if (note === null || note === undefined) return;
  const hint = note.textContent;
  note.id = `about-${field.ariaLabel}`.replaceAll(' ', '-');
  field.setAttribute('aria-describedby', note.id);
  const show = (isWrong: boolean) => {
    field.ariaInvalid = `${isWrong}`;
    note.role = isWrong ? 'alert' : null;
    note.textContent = isWrong ? problem : hint;
  };
  const validate = () => field.setCustomValidity(isRight(field.value) ? '' : problem);
  validate();
  field.addEventListener('input', () => {
    validate();
    if (field.validity.valid) show(false);
  });
  field.addEventListener('invalid', (event) => {
    event.preventDefault();
    show(true);
    field.form?.querySelector<HTMLInputElement>('input:invalid')?.focus();
  });
}

function isElement(symbol: string): boolean {
  return Molecule.getAtomicNoFromLabel(symbol, Molecule.cPseudoAtomsHydrogenIsotops) > 0;
}

/** A mass number or a valence, or none. */
function isNumber(text: string): boolean {
  return /^\d{0,3}$/.test(text);
}
