/** What the pictures show, for people who cannot see them. `{title}` is replaced by the title. */
export const shareImageAlt =
  '{title}, beside a drawing of a small shape seated in the notch of a larger one';
