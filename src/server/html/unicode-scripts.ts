const SUPERSCRIPT = charactersOf('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const SUBSCRIPT = charactersOf('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

export function raised(text: string): string | null {
  return inCharacters(text, SUPERSCRIPT);
}

export function lowered(text: string): string | null {
  return inCharacters(text, SUBSCRIPT);
}

function charactersOf(plain: string, small: string): ReadonlyMap<string, string> {
  const replacements = [...small];
  return new Map([...plain].map((character, i) => [character, replacements[i] ?? character]));
}

function inCharacters(text: string, characters: ReadonlyMap<string, string>): string | null {
  const small = [...text].map((each) => characters.get(each));
  return small.includes(undefined) ? null : small.join('');
}
