import { expect, test } from 'vitest';
import { CHICAGO } from '../../../../test/chicago-references.ts';
import type { CslItem } from './csl.ts';
import { formatReference } from './format-reference.ts';
import { runsText } from './runs.ts';

function printed(csl: CslItem, style: 'numbered' | 'author-date'): string {
  const reference = { title: '', url: '', description: '', type: 'article' as const, csl };
  return runsText(formatReference(reference, style) ?? []);
}

/** Where this list is right and pandoc's is not, by the manual. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  // 14.174: the number of an article stands where its pages would.
  Eleven: 'Cell 1 (2): e123.',
  // 14.173: a preprint is cited with its number.
  'A preprint': '“A Preprint.” arXiv:2101.00001. https://arxiv.org/abs/2101.00001.',
  // 14.258: the title of a patent is in headline style, as others are.
  'A patent': 'A Patent. US1234, issued 2011.',
  // 8.159: the first word of a title has a capital.
  'The "so-called" effect of from below to above': '“The ‘So-Called’ Effect of from',
  // 14.217: the name of the conference stands where proceedings have none.
  Talk: '“Talk.” In Conf X. Paris.',
  // Of chemistry, as the ACS Guide has it: prefixes and Greek letters have no capitals.
  'Cheng–Prusoff and n-butyl α-helices in the p-value era':
    '“Cheng–Prusoff and n-Butyl α-Helices in the p-Value Era.”',
};

test.each(CHICAGO)('a list by author and date reads as Chicago has it: $title', (csl, expected) => {
  const difference = DIFFERENCES[csl.title ?? ''];
  if (difference === undefined) expect(printed(csl, 'author-date')).toBe(expected);
  else expect(printed(csl, 'author-date')).toContain(difference);
});

const by = (...names: string[]) =>
  names.map((name) => {
    const [family = '', given, suffix] = name.split(', ');
    if (given === undefined) return { literal: family };
    return suffix === undefined ? { family, given } : { family, given, suffix };
  });
const on = (...parts: number[]) => ({ 'date-parts': [parts] });

/** Samples of formatted references, National Library of Medicine (after ICMJE's Recommendations). */
const NLM: readonly [CslItem, string][] = [
  [
    {
      type: 'article-journal',
      title: 'Solid-organ transplantation in HIV-infected patients',
      author: by('Halpern, Scott D.', 'Ubel, Peter A.', 'Caplan, Arthur L.'),
      'container-title': 'N Engl J Med',
      issued: on(2002, 7, 25),
      ...{ volume: '347', issue: '4', page: '284-287' },
    },
    'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002 Jul 25;347(4):284-7.',
  ],
  [
    {
      type: 'article-journal',
      title:
        'Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury',
      author: by(
        'Rose, M. E.',
        'Huerbin, M. B.',
        'Melick, J.',
        'Marion, D. W.',
        'Palmer, A. M.',
        'Schiding, J. K.',
        'Kochanek, P. M.',
      ),
      'container-title': 'Brain Res',
      issued: on(2002),
      ...{ volume: '935', issue: '1-2', page: '40-46' },
    },
    'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, et al. Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury. Brain Res. 2002;935(1-2):40-6.',
  ],
  [
    {
      type: 'article-journal',
      title:
        'Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance',
      author: by('Diabetes Prevention Program Research Group'),
      'container-title': 'Hypertension',
      issued: on(2002),
      ...{ volume: '40', issue: '5', page: '679-686' },
    },
    'Diabetes Prevention Program Research Group. Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance. Hypertension. 2002;40(5):679-86.',
  ],
  [
    {
      type: 'article-journal',
      title: '21st century heart solution may have a sting in the tail',
      'container-title': 'BMJ',
      issued: on(2002),
      ...{ volume: '325', issue: '7357', page: '184' },
    },
    '21st century heart solution may have a sting in the tail. BMJ. 2002;325(7357):184.',
  ],
  [
    {
      type: 'book',
      title: 'Medical microbiology',
      author: by('Murray, P. R.', 'Rosenthal, K. S.', 'Kobayashi, G. S.', 'Pfaller, M. A.'),
      issued: on(2002),
      ...{ edition: '4', publisher: 'Mosby', 'publisher-place': 'St. Louis' },
    },
    'Murray PR, Rosenthal KS, Kobayashi GS, Pfaller MA. Medical microbiology. 4th ed. St. Louis: Mosby; 2002.',
  ],
  [
    {
      type: 'book',
      title: 'Operative obstetrics',
      editor: by('Gilstrap, L. C., 3rd', 'Cunningham, F. G.', 'VanDorsten, J. P.'),
      issued: on(2002),
      ...{ edition: '2', publisher: 'McGraw-Hill', 'publisher-place': 'New York' },
    },
    'Gilstrap LC 3rd, Cunningham FG, VanDorsten JP, editors. Operative obstetrics. 2nd ed. New York: McGraw-Hill; 2002.',
  ],
  [
    {
      type: 'chapter',
      title: 'Chromosome alterations in human solid tumors',
      author: by('Meltzer, P. S.', 'Kallioniemi, A.', 'Trent, J. M.'),
      editor: by('Vogelstein, B.', 'Kinzler, K. W.'),
      'container-title': 'The genetic basis of human cancer',
      issued: on(2002),
      ...{ page: '93-113', publisher: 'McGraw-Hill', 'publisher-place': 'New York' },
    },
    'Meltzer PS, Kallioniemi A, Trent JM. Chromosome alterations in human solid tumors. In: Vogelstein B, Kinzler KW, editors. The genetic basis of human cancer. New York: McGraw-Hill; 2002. p. 93-113.',
  ],
  [
    {
      type: 'thesis',
      genre: 'dissertation',
      title: 'Infant sleep and feeding: a telephone survey of Hispanic Americans',
      author: by('Borkowski, M. M.'),
      issued: on(2002),
      ...{ publisher: 'Central Michigan University', 'publisher-place': 'Mount Pleasant (MI)' },
    },
    'Borkowski MM. Infant sleep and feeding: a telephone survey of Hispanic Americans [dissertation]. Mount Pleasant (MI): Central Michigan University; 2002.',
  ],
];

test.each(NLM)('a numbered list reads as Citing Medicine has it: $title', (csl, expected) => {
  expect(printed(csl, 'numbered')).toBe(expected);
});

test('the number of a preprint is shown, by which it is found', () => {
  const preprint: CslItem = {
    type: 'article',
    title: 'A preprint',
    author: by('Pre, Pat'),
    issued: on(2021),
    ...{ archive: 'arXiv', archive_location: '2101.00001' },
  };
  expect(printed(preprint, 'numbered')).toBe(
    'Pre P. A preprint [preprint]. arXiv:2101.00001. arXiv; 2021.',
  );
});
