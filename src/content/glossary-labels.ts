/** Words of controls that the glossary has for some readers only. */
export const glossaryLabels = {
  /** Sends the search where there are no scripts to filter while one types. */
  submit: 'Search',
};
