import type { Placeholder } from '../../text/placeholders.ts';
import type { Fixed } from './four-parameter-logistic.ts';

export type Options = Fixed & {
  /** How the figure calls the half-maximal concentration. */
  quantity: string;
};

const QUANTITY = /^[A-Z]{1,3}50$/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads the options of a block; a text tells what is wrong with them. */
export function readOptions({ options }: Pick<Placeholder, 'options'>): Options | string {
  const { top, bottom, hill, quantity = 'IC50', ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `there is no option “${unknown}”; the options are top, bottom, hill and quantity`;
  for (const [name, value] of Object.entries({ top, bottom, hill })) {
    if (value !== undefined && !NUMBER.test(value)) return `${name}=${value} is not a number`;
  }
  if (!QUANTITY.test(quantity))
    return `quantity=${quantity} is not a quantity; write IC50, EC50 or similar`;
  const given = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  const plateaus = { top: given(top), bottom: given(bottom) };
  // Its sign is that of the data.
  const slope = hill === undefined ? undefined : Math.abs(Number(hill));
  if (slope === 0) return 'hill=0 is not a slope';
  if (
    plateaus.top !== undefined &&
    plateaus.bottom !== undefined &&
    plateaus.top <= plateaus.bottom
  ) {
    return 'the top is not above the bottom';
  }
  return { ...plateaus, hill: slope, quantity };
}
