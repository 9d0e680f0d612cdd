import { site } from './site.ts';

/** The picture of a page that has none of its own; 1200×630 like all of them. */
export const defaultShareImage = {
  path: '/images/share.png',
  title: site.tagline,
};

/** What the pictures show, for people who cannot see them. `{title}` is replaced by the title. */
export const shareImageAlt =
  '{title}, beside a drawing of a small shape seated in the notch of a larger one';

/** Posts that have a picture, by slug, with the title that stands in it. */
export const postShareTitles: Readonly<Record<string, string>> = {
  'closing-the-loop-with-the-wet-lab': 'Closing the loop with the wet lab',
  'cytotoxicity-and-selectivity':
    'Cytotoxicity and selectivity: reading the gap between tumour and normal cells',
  'designing-molecules-under-constraints': 'Designing molecules under constraints',
  'how-to-read-an-ic50': 'How to read an IC50',
  'uncertainty-and-out-of-distribution-checks': 'When the model should say “I don’t know”',
  'what-a-binding-affinity-prediction-tells-you':
    'What a binding-affinity prediction does and does not tell you',
};
