import type { Action } from './action.ts';
import { site } from './site.ts';
import { advisoryBoard, founders } from './team.ts';

function nameOf(id: string): string {
  const person = [...founders.members, ...advisoryBoard.advisors].find((one) => one.id === id);
  if (person === undefined) throw new Error(`Nobody in the team is ${id}.`);
  return person.name;
}

/** Whose field a statement is, as the team's profiles say, and what a reader can check it against. */
export const reviewers = {
  title: 'How to check what we say',
  lead: 'Who is responsible for each kind of claim, and where to find its sources.',
  items: [
    {
      what: 'Results of a model',
      text: `${nameOf('anselm-tarrowby')} sets the tests that a model must pass before release. ${nameOf('amaru-lindisvale')} advises on how they are run before anyone is shown the result.`,
    },
    {
      what: 'Assay data',
      text: `${nameOf('suvi-marindale')} designs the assays and leads the wet-lab loop. ${nameOf('leilani-corvane')} advises on the limits of cell-line data.`,
    },
    {
      what: 'Toxicity and synthesis',
      text: `${nameOf('zofia-brambleworth')} advises on toxicity triage. ${nameOf('joss-saltharrow')} advises on what the synthetic accessibility score gets wrong.`,
    },
    {
      what: 'Posts on the blog',
      text: `Posts signed ${site.aiAuthor} are written with AI. Their references let you check what they say; tell us if something does not hold up.`,
    },
  ],
  action: { label: 'Meet the people', href: '/teams' } satisfies Action,
};
