export interface FaqItem {
  question: string;
  answer: string;
}

/** The title of an FAQ section that is given none. */
export const faqDefaultTitle = 'Frequently Asked Questions';
