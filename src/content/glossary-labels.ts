/** Labels of controls that the glossary shows only without scripts. */
export const glossaryLabels = {
  submit: 'Search',
};
