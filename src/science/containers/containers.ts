import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { TITLES } from '../../text/containers.ts';
import { h, visitElements } from '../../text/hast.ts';

/** Gives the containers of a safe tree their titles, in place. */
export function titleContainers(tree: Root): void {
  visitElements(tree, (element) => {
    if (element.tagName === 'section') addTitle(element);
  });
}

function addTitle(section: Element): void {
  const { dataName, ...properties } = section.properties;
  section.properties = properties;
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  if (name === undefined) return;
  const own = section.children.find((child): child is Element => child.type === 'element');
  const heading = own !== undefined && /^h[1-6]$/.test(own.tagName) ? textOf(own).trim() : '';
  const title = String(dataName ?? TITLES[String(name)]);
  section.properties.ariaLabel = dataName === undefined && heading !== '' ? heading : title;
  if (dataName === undefined && heading !== '') return;
  section.children.unshift(titleElement(title));
}

/** A paragraph, not a heading: the outline of the text stays its author's. */
function titleElement(title: string): ElementContent {
  return h('p', { className: ['container-title'] }, h('strong', {}, title));
}
