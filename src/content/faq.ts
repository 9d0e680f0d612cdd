export interface FaqItem {
  question: string;
  answer: string;
}

export const faqDefaultTitle = 'Frequently Asked Questions';
