import { defaultRequestType, requestTypes } from '../../../content/contact.ts';

const WELL_FORMED = /^[A-Za-z0-9-]{1,40}$/;

/**
 * The request type in the URL's `type` parameter. An unlisted one is accepted as it is; the default
 * replaces one that is not at most 40 letters, digits and hyphens.
 */
export function requestTypeFrom(parameters: URLSearchParams): string {
  const type = parameters.get('type') ?? '';
  return WELL_FORMED.test(type) ? type : defaultRequestType;
}

/** The listed choices of the select, then the requested one if it is not listed. */
export function requestTypeChoices(linkedType: string) {
  if (requestTypes.some(({ value }) => value === linkedType)) return requestTypes;
  const words = linkedType.replaceAll('-', ' ').trim() || linkedType;
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return [...requestTypes, { value: linkedType, label }];
}
