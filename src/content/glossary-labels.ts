/** Labels that the glossary does not show at first: without scripts, or with the terms of administrators. */
export const glossaryLabels = {
  submit: 'Search',
  synonyms: 'Also called',
  /** Leads to a search. */
  uses: 'Posts on {term}',
};
