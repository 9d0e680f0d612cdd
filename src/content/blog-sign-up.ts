export const signUp = {
  title: 'The next post by email',
  lead: 'What we tested, how it did, and what we changed our minds about: by email, when there is something worth reading.',
};
