import { describe, expect, test } from 'vitest';
import { certifications } from './compliance.ts';
import { glossaryTerms } from './glossary.ts';
import * as home from './home.ts';
import * as investors from './investors.ts';
import { headerNavigation, mobileNavigationExtra } from './navigation.ts';
import * as pipeline from './pipeline.ts';
import * as platform from './platform.ts';
import * as purpose from './purpose.ts';
import { advisoryBoard, founders } from './team.ts';

/** Items of cards and lists, with the fields that must not be empty. */
const ENTITIES: Record<string, { items: readonly object[]; fields: readonly string[] }> = {
  'question and answer': {
    items: [...home.faq, ...platform.faq],
    fields: ['question', 'answer'],
  },
  'feature card': { items: home.features.cards, fields: ['icon', 'title', 'description'] },
  'step of the demo': { items: home.demo.steps, fields: ['id', 'name', 'duration'] },
  'item of the navigation': {
    items: [...headerNavigation, ...mobileNavigationExtra],
    fields: ['name', 'href', 'description'],
  },
  'functionality block': {
    items: platform.functionality.blocks,
    fields: ['title', 'description', 'details'],
  },
  milestone: {
    items: [purpose, pipeline, investors].flatMap(({ roadmap }) => roadmap.milestones),
    fields: ['date', 'title', 'description', 'status', 'details'],
  },
  'therapeutic area': {
    items: pipeline.therapeuticAreas.areas,
    fields: ['category', 'icon', 'description', 'diseases'],
  },
  disease: {
    items: pipeline.therapeuticAreas.areas.flatMap(({ diseases }) => diseases),
    fields: ['name', 'details', 'prevalence', 'challenge'],
  },
  'funding round': {
    items: investors.funding.rounds,
    fields: ['level', 'amount', 'timeline', 'focus', 'highlights', 'status'],
  },
  founder: {
    items: founders.members,
    fields: [
      'id',
      'name',
      'role',
      'discipline',
      'bio',
      'conciseBio',
      'extendedBio',
      'image',
    ].concat('achievements'),
  },
  advisor: {
    items: advisoryBoard.advisors,
    fields: ['name', 'title', 'institution', 'bio', 'conciseBio', 'image'],
  },
  'glossary term': {
    items: glossaryTerms,
    fields: ['term', 'definition', 'category', 'relatedTerms'],
  },
  certification: { items: certifications, fields: ['name', 'status', 'description', 'details'] },
};

describe('nothing on a card is missing', () => {
  test.each(Object.entries(ENTITIES))('each %s has all of its fields', (_, { items, fields }) => {
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(emptyFields(item, fields)).toEqual([]);
  });

  test('a link to a profile leads to one, or is not there at all', () => {
    for (const person of [...founders.members, ...advisoryBoard.advisors]) {
      expect(person.linkedin === null || /^https:\/\//.test(person.linkedin)).toBe(true);
    }
  });
});

test('the pages of the header go by the names of their screens', () => {
  expect(headerNavigation.map(({ href, description }) => [href, description])).toEqual([
    ['/platform', 'AI Drug Discovery Tools'],
    ['/pipeline', 'Research Timeline'],
    ['/purpose', 'Our Mission'],
    ['/teams', 'Meet Our Scientists'],
    ['/investors', 'Investment Opportunity'],
  ]);
});

function emptyFields(item: object, fields: readonly string[]): string[] {
  const values = new Map<string, unknown>(Object.entries(item));
  return fields.filter((field) => {
    const value = values.get(field);
    if (typeof value === 'string') return value.trim() === '';
    if (Array.isArray(value)) return value.length === 0;
    return typeof value !== 'number';
  });
}
