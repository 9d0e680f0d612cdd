import { Molecule } from 'openchemlib';
import styles from './atom-dialog.css?inline';

/** The editor's words, and what stands for them. */
const WORDS = new Map([
  ['Atom Label:', 'Element'],
  ["(examples: 'D', 'Li', 'Cys', 'R12', 'R3@C')", 'Its symbol: Li or Se, for example.'],
  ['Atom Mass:', 'Mass number'],
  ['(empty for natural abundance)', '2 for deuterium. Leave empty for natural abundance.'],
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
 * @param onClose called when the dialog is gone, and the focus with it
 */
export function dressAtomDialog(
  root: ShadowRoot,
  onApply: (symbol: string) => void,
  onClose: () => void,
): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  new MutationObserver(() => {
    const dialog = root.querySelector('dialog');
    if (dialog === null) return onClose();
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
    const [symbol, mass, valence] = dialog.querySelectorAll('input');
    if (!form || !symbol || !mass || !valence) return;
    const element = () => elementOf(symbol.value);
    checkFields(form, [
      [symbol, () => (element() > 0 ? '' : 'No element has this symbol.')],
      [mass, () => problemOfMass(mass.value, element())],
      [valence, () => (/^(1[0-5]|\d)?$/.test(valence.value) ? '' : 'Enter a number from 0 to 15.')],
    ]);
    form.addEventListener('submit', () => onApply(Molecule.cAtomLabel[element()] ?? ''));
  }).observe(root, { childList: true });
}

type Check = readonly [field: HTMLInputElement, problem: () => string];

/** Tells what is wrong with a field below it, once the form is sent. */
function checkFields(form: HTMLFormElement, checks: readonly Check[]): void {
  const validate = () => {
    for (const [field, problem] of checks) {
      field.setCustomValidity(problem());
      if (field.validity.valid) unmark(field);
    }
  };
  // Phones add a space after a word; a change comes before the form is sent.
  const trim = () => {
    for (const [field] of checks) field.value = field.value.trim();
    validate();
  };
  trim();
  form.addEventListener('input', validate);
  form.addEventListener('change', trim);
  for (const [field] of checks) {
    field.addEventListener('invalid', (event) => {
      // The browser would show a bubble of its own.
      event.preventDefault();
      mark(field);
      form.querySelector<HTMLInputElement>('input:invalid')?.focus();
    });
  }
}

function mark(field: HTMLInputElement): void {
  unmark(field);
  const alert = document.createElement('p');
  alert.role = 'alert';
  alert.id = `wrong-${field.ariaLabel}`.replaceAll(' ', '-');
  alert.textContent = field.validationMessage;
  field.after(alert);
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', alert.id);
}

function unmark(field: HTMLInputElement): void {
  field.nextElementSibling?.remove();
  field.ariaInvalid = null;
  field.removeAttribute('aria-describedby');
}

/** 0 where there is none. D and T are none: the editor draws them, and writes them as hydrogen. */
function elementOf(symbol: string): number {
  return Molecule.getAtomicNoFromLabel(symbol, 0);
}

/** The editor would refuse such a mass number with an alert of the browser. */
function problemOfMass(mass: string, element: number): string {
  if (mass === '') return '';
  if (!/^[1-9]\d*$/.test(mass)) return 'Enter a whole number above 0.';
  const difference = Number(mass) - (Molecule.cRoundedMass[element] ?? 0);
  const isNear = difference >= -18 && difference <= 12;
  return element === 0 || isNear ? '' : 'No isotope of this element has that mass number.';
}
