import { expect, test } from 'vitest';
import { certifications } from './compliance.ts';
import { glossaryTerms } from './glossary.ts';
import * as home from './home.ts';
import * as investors from './investors.ts';
import { headerNavigation, mobileNavigationExtra } from './navigation.ts';
import * as pipeline from './pipeline.ts';
import * as platform from './platform.ts';
import * as purpose from './purpose.ts';
import { advisoryBoard, founders } from './team.ts';

const { areas } = pipeline.therapeuticAreas;
const diseases = areas.flatMap((area): readonly object[] => area.diseases);
const milestones = [purpose, pipeline, investors].flatMap(({ roadmap }) => roadmap.milestones);
const pages = [...headerNavigation, ...mobileNavigationExtra];

/** Items of cards and lists, with the fields that must not be empty. */
const ENTITIES: Record<string, [items: readonly object[], fields: string]> = {
  'question and answer': [[...home.faq, ...platform.faq], 'question answer'],
  'feature card': [home.features.cards, 'icon title description'],
  'step of the demo': [home.demo.steps, 'id name duration'],
  'item of the navigation': [pages, 'name href description'],
  'functionality block': [platform.functionality.blocks, 'title description details'],
  milestone: [milestones, 'date title description status details'],
  'therapeutic area': [areas, 'category icon description diseases'],
  disease: [diseases, 'name details prevalence challenge'],
  'funding round': [investors.funding.rounds, 'level amount timeline focus highlights status'],
  founder: [
    founders.members,
    'id name role discipline bio conciseBio extendedBio image achievements',
  ],
  advisor: [advisoryBoard.advisors, 'name title institution bio conciseBio image'],
  'glossary term': [glossaryTerms, 'term definition category relatedTerms'],
  certification: [certifications, 'name status description details'],
};

test.each(Object.entries(ENTITIES))('each %s has all of its fields', (_, [items, fields]) => {
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    const values = new Map<string, unknown>(Object.entries(item));
    const empty = fields.split(' ').filter((field) => isEmpty(values.get(field)));
    expect(empty).toEqual([]);
  }
});

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) ? value.length === 0 : typeof value !== 'number';
}
