export const glossaryLabels = {
  submit: 'Search',
  synonyms: 'Also called',
  uses: 'Posts on {term}',
};
