export interface FaqItem {
  question: string;
  answer: string;
}

/** The default title of an FAQ section. */
export const faqDefaultTitle = 'Frequently Asked Questions';
