import { defaultRequestType, requestTypes } from '../../../content/contact.ts';

const WELL_FORMED = /^[A-Za-z0-9-]{1,40}$/;

type Choice = { value: string; label: string };

/**
 * The request type that an address asks for by its `type` parameter. One that is not on the list
 * is kept as it is; one that is not letters, digits and hyphens (40 at the most) is dropped, and
 * the default stands.
 */
export function requestTypeFrom(parameters: URLSearchParams): string {
  const asked = parameters.get('type') ?? '';
  return WELL_FORMED.test(asked) ? asked : defaultRequestType;
}

/** The choices of the select: those on the list, then the one asked for if it is not among them. */
export function requestTypeChoices(asked: string): readonly Choice[] {
  return requestTypes.some(({ value }) => value === asked)
    ? requestTypes
    : [...requestTypes, { value: asked, label: asWords(asked) }];
}

function asWords(value: string): string {
  const words = value.replaceAll('-', ' ').trim();
  return words === '' ? value : words.charAt(0).toUpperCase() + words.slice(1);
}
