export const shareImageAlt =
  '{title}, beside a drawing of a small shape seated in the notch of a larger one';
