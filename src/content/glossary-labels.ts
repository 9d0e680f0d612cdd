/** Labels that the glossary does not show at first: without scripts, or with the terms of administrators. */
export const glossaryLabels = {
  submit: 'Search',
  synonyms: 'Also called',
  /** Follows the newest posts that use a term. */
  allUses: 'All {count} posts',
};
