import type { CslItem } from '../src/science/references/csl.ts';

/**
 * Records, and what pandoc 2.17 prints of each by the Chicago Manual of Style (17th edition, author–date):
 * `pandoc --citeproc -t plain`.
 */
export const CHICAGO: readonly (readonly [record: CslItem, printed: string])[] = [
  [
    {
      type: 'article-journal',
      title: 'The title of an article',
      author: [
        {
          family: 'Smith',
          given: 'John A.',
        },
        {
          family: 'Doe',
          given: 'Jane',
        },
      ],
      issued: {
        'date-parts': [[2020, 3, 5]],
      },
      'container-title': 'Journal of Things',
      volume: '12',
      issue: '3',
      page: '45-67',
      DOI: '10.1000/abc',
    },
    'Smith, John A., and Jane Doe. 2020. “The Title of an Article.” Journal of Things 12 (3): 45–67. https://doi.org/10.1000/abc.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Four authors here',
      author: [
        {
          family: 'Alpha',
          given: 'A.',
        },
        {
          family: 'Beta',
          given: 'B.',
        },
        {
          family: 'Gamma',
          given: 'C.',
        },
        {
          family: 'Delta',
          given: 'D.',
        },
      ],
      issued: {
        'date-parts': [[2019]],
      },
      'container-title': 'Nature',
      volume: '500',
      page: '1-9',
    },
    'Alpha, A., B. Beta, C. Gamma, and D. Delta. 2019. “Four Authors Here.” Nature 500: 1–9.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Eleven',
      author: [
        {
          family: 'A1',
          given: 'A.',
        },
        {
          family: 'A2',
          given: 'A.',
        },
        {
          family: 'A3',
          given: 'A.',
        },
        {
          family: 'A4',
          given: 'A.',
        },
        {
          family: 'A5',
          given: 'A.',
        },
        {
          family: 'A6',
          given: 'A.',
        },
        {
          family: 'A7',
          given: 'A.',
        },
        {
          family: 'A8',
          given: 'A.',
        },
        {
          family: 'A9',
          given: 'A.',
        },
        {
          family: 'A10',
          given: 'A.',
        },
        {
          family: 'A11',
          given: 'A.',
        },
      ],
      issued: {
        'date-parts': [[2018]],
      },
      'container-title': 'Cell',
      volume: '1',
      issue: '2',
      number: 'e123',
    },
    'A1, A., A. A2, A. A3, A. A4, A. A5, A. A6, A. A7, et al. 2018. “Eleven.” Cell 1 (2).',
  ],
  [
    {
      type: 'book',
      title: 'A book title',
      author: [
        {
          family: 'Copeland',
          given: 'Robert A.',
        },
      ],
      issued: {
        'date-parts': [[2013]],
      },
      publisher: 'Wiley',
      'publisher-place': 'Hoboken',
      edition: '2',
      DOI: '10.1002/97811',
    },
    'Copeland, Robert A. 2013. A Book Title. 2nd ed. Hoboken: Wiley. https://doi.org/10.1002/97811.',
  ],
  [
    {
      type: 'book',
      title: 'Edited book',
      editor: [
        {
          family: 'Ed',
          given: 'One',
        },
        {
          family: 'Ed',
          given: 'Two',
        },
      ],
      issued: {
        'date-parts': [[2001]],
      },
      publisher: 'MIT Press',
      'publisher-place': 'Boston',
      volume: '3',
    },
    'Ed, One, and Two Ed, eds. 2001. Edited Book. Vol. 3. Boston: MIT Press.',
  ],
  [
    {
      type: 'chapter',
      title: 'A chapter',
      author: [
        {
          family: 'Chap',
          given: 'Ann',
        },
      ],
      'container-title': 'The Book',
      editor: [
        {
          family: 'Ed',
          given: 'Ida',
        },
      ],
      page: '10-20',
      issued: {
        'date-parts': [[2010]],
      },
      publisher: 'Springer',
      'publisher-place': 'Berlin',
      edition: '3',
    },
    'Chap, Ann. 2010. “A Chapter.” In The Book, edited by Ida Ed, 3rd ed., 10–20. Berlin: Springer.',
  ],
  [
    {
      type: 'paper-conference',
      title: 'A paper',
      author: [
        {
          family: 'Conf',
          given: 'Cy',
        },
      ],
      'container-title': 'Proceedings of X',
      page: '1-5',
      issued: {
        'date-parts': [[2017]],
      },
      publisher: 'ACM',
    },
    'Conf, Cy. 2017. “A Paper.” In Proceedings of X, 1–5. ACM.',
  ],
  [
    {
      type: 'thesis',
      title: 'A thesis',
      genre: 'PhD thesis',
      author: [
        {
          family: 'Thes',
          given: 'Tim',
        },
      ],
      publisher: 'University of Y',
      issued: {
        'date-parts': [[2015]],
      },
    },
    'Thes, Tim. 2015. “A Thesis.” PhD thesis, University of Y.',
  ],
  [
    {
      type: 'report',
      title: 'A report',
      author: [
        {
          literal: 'World Health Organization',
        },
      ],
      number: 'WHO/1',
      publisher: 'WHO',
      'publisher-place': 'Geneva',
      issued: {
        'date-parts': [[2021]],
      },
      URL: 'https://who.int/r',
    },
    'World Health Organization. 2021. “A Report.” WHO/1. Geneva: WHO. https://who.int/r.',
  ],
  [
    {
      type: 'webpage',
      title: 'A page',
      author: [
        {
          literal: 'Ligara AI',
        },
      ],
      'container-title': 'Site',
      issued: {
        'date-parts': [[2022, 1, 2]],
      },
      accessed: {
        'date-parts': [[2023, 2, 3]],
      },
      URL: 'https://x.org',
    },
    'Ligara AI. 2022. “A Page.” Site. January 2, 2022. https://x.org.',
  ],
  [
    {
      type: 'article',
      title: 'A preprint',
      author: [
        {
          family: 'Pre',
          given: 'Pat',
        },
      ],
      issued: {
        'date-parts': [[2021, 5]],
      },
      archive: 'arXiv',
      archive_location: '2101.00001',
      publisher: 'arXiv',
      URL: 'https://arxiv.org/abs/2101.00001',
    },
    'Pre, Pat. 2021. “A Preprint.” arXiv. 2101.00001. arXiv. https://arxiv.org/abs/2101.00001.',
  ],
  [
    {
      type: 'dataset',
      title: 'A dataset',
      author: [
        {
          family: 'Data',
          given: 'D.',
        },
      ],
      publisher: 'Zenodo',
      version: '1.2',
      issued: {
        'date-parts': [[2020]],
      },
      DOI: '10.5281/zenodo.1',
    },
    'Data, D. 2020. “A Dataset.” Zenodo. https://doi.org/10.5281/zenodo.1.',
  ],
  [
    {
      type: 'software',
      title: 'A program',
      author: [
        {
          family: 'Soft',
          given: 'S.',
        },
      ],
      version: '2.0',
      issued: {
        'date-parts': [[2020]],
      },
      URL: 'https://s.org',
    },
    'Soft, S. 2020. “A Program.” https://s.org.',
  ],
  [
    {
      type: 'article-newspaper',
      title: 'News',
      author: [
        {
          family: 'News',
          given: 'N.',
        },
      ],
      'container-title': 'The Times',
      issued: {
        'date-parts': [[2020, 3, 5]],
      },
      page: '4',
    },
    'News, N. 2020. “News.” The Times, March 5, 2020.',
  ],
  [
    {
      type: 'patent',
      title: 'A patent',
      author: [
        {
          family: 'Inv',
          given: 'I.',
        },
      ],
      number: 'US1234',
      issued: {
        'date-parts': [[2011]],
      },
    },
    'Inv, I. 2011. A patent. US1234, issued 2011.',
  ],
  [
    {
      type: 'article-journal',
      title: 'No author',
      'container-title': 'J. X',
      issued: {
        'date-parts': [[2011]],
      },
      volume: '3',
      page: '4',
    },
    '“No Author.” 2011. J. X 3: 4.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Is it a question?',
      author: [
        {
          family: 'Beethoven',
          given: 'Ludwig',
          'non-dropping-particle': 'van',
        },
        {
          family: 'King',
          given: 'Martin Luther',
          suffix: 'Jr.',
        },
      ],
      'container-title': 'J. Y',
      volume: '3',
      issue: '1-2',
      page: '100-109',
    },
    'Beethoven, Ludwig van, and Martin Luther King Jr. n.d. “Is It a Question?” J. Y 3 (1-2): 100–109.',
  ],
  [
    {
      type: 'article-magazine',
      title: 'Mag',
      author: [
        {
          family: 'Mag',
          given: 'M.',
        },
      ],
      'container-title': 'Wired',
      issued: {
        'date-parts': [[2014, 7]],
      },
    },
    'Mag, M. 2014. “Mag.” Wired, July 2014.',
  ],
  [
    {
      type: 'post-weblog',
      title: 'Post',
      author: [
        {
          family: 'Blog',
          given: 'B.',
        },
      ],
      'container-title': 'A Blog',
      issued: {
        'date-parts': [[2014, 7, 1]],
      },
      URL: 'https://b.org',
    },
    'Blog, B. 2014. “Post.” A Blog (blog). July 1, 2014. https://b.org.',
  ],
  [
    {
      type: 'article-journal',
      title:
        'Structure-based design of pKa-shifted 4-anilinoquinazolines in vivo: a review of the state-of-the-art and the use of mRNA',
      author: [
        {
          family: 'King',
          given: 'Martin Luther',
          suffix: 'Jr.',
        },
        {
          family: 'Smith',
          given: 'J. K.',
        },
      ],
      issued: {
        'date-parts': [[2020]],
      },
      'container-title': 'J. Med. Chem.',
      issue: '3',
      page: '45-47',
    },
    'King, Martin Luther, Jr., and J. K. Smith. 2020. “Structure-Based Design of pKa-Shifted 4-Anilinoquinazolines in Vivo: A Review of the State-of-the-Art and the Use of mRNA.” J. Med. Chem., no. 3: 45–47.',
  ],
  [
    {
      type: 'article-journal',
      title: 'The "so-called" effect of from below to above',
      author: [
        {
          literal: 'Ligara AI',
        },
      ],
      issued: {
        'date-parts': [[2020]],
      },
      'container-title': 'Nature',
      volume: '3',
      page: '1087-1095',
    },
    'Ligara AI. 2020. “The ‘so-Called’ Effect of from Below to Above.” Nature 3: 1087–95.',
  ],
  [
    {
      type: 'book',
      title: 'A book without anyone',
      issued: {
        'date-parts': [[2020]],
      },
      publisher: 'Wiley',
    },
    'A Book Without Anyone. 2020. Wiley.',
  ],
  [
    {
      type: 'chapter',
      title: 'Chap',
      author: [
        {
          family: 'A',
          given: 'B.',
        },
      ],
      'container-title': 'Book',
      editor: [
        {
          family: 'E',
          given: 'F.',
        },
        {
          family: 'G',
          given: 'H.',
        },
      ],
      issued: {
        'date-parts': [[2020]],
      },
      publisher: 'Wiley',
      volume: '2',
      page: '321-328',
    },
    'A, B. 2020. “Chap.” In Book, edited by F. E and H. G, 2:321–28. Wiley.',
  ],
  [
    {
      type: 'webpage',
      title: 'Page undated',
      URL: 'https://x.org/a',
      accessed: {
        'date-parts': [[2023, 2, 3]],
      },
      publisher: 'EMA',
    },
    '“Page Undated.” n.d. EMA. Accessed February 3, 2023. https://x.org/a.',
  ],
  [
    {
      type: 'book',
      title: 'One editor',
      editor: [
        {
          family: 'Ed',
          given: 'One',
        },
      ],
      issued: {
        'date-parts': [[2001]],
      },
      publisher: 'MIT Press',
      'collection-title': 'Series X',
      edition: 'Revised edition',
    },
    'Ed, One, ed. 2001. One Editor. Revised edition. Series X. MIT Press.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Same work',
      author: [
        {
          family: 'Zed',
          given: 'Al',
        },
      ],
      issued: {
        'date-parts': [[2001]],
      },
      'container-title': 'J',
      volume: '1',
      page: '1',
    },
    'Zed, Al. 2001. “Same Work.” J 1: 1.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Another work',
      author: [
        {
          family: 'Zed',
          given: 'Al',
        },
      ],
      issued: {
        'date-parts': [[2001]],
      },
      'container-title': 'J',
      volume: '1',
      page: '2',
    },
    'Zed, Al. 2001. “Another Work.” J 1: 2.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Range',
      author: [
        {
          family: 'Zed',
          given: 'Bo',
        },
      ],
      issued: {
        'date-parts': [[2001], [2003]],
      },
      'container-title': 'J',
      volume: '1',
      page: '101-8, 110',
      URL: 'https://j.org/1',
    },
    'Zed, Bo. 2001–2003. “Range.” J 1: 101–8, 110. https://j.org/1.',
  ],
  [
    {
      type: 'paper-conference',
      title: 'Talk',
      author: [
        {
          family: 'Zed',
          given: 'Cy',
        },
      ],
      'event-title': 'Conf X',
      'publisher-place': 'Paris',
      issued: {
        'date-parts': [[2001]],
      },
    },
    'Zed, Cy. 2001. “Talk.” In. Paris.',
  ],
  [
    {
      type: 'report',
      title: 'Tech',
      genre: 'technical report',
      author: [
        {
          family: 'Rep',
          given: 'R.',
        },
      ],
      number: '12',
      publisher: 'NIST',
      issued: {
        'date-parts': [[2001]],
      },
    },
    'Rep, R. 2001. “Tech.” Technical report 12. NIST.',
  ],
  [
    {
      type: 'motion_picture',
      title: 'Film',
      author: [
        {
          family: 'Vid',
          given: 'V.',
        },
      ],
      publisher: 'YouTube',
      issued: {
        'date-parts': [[2019, 1, 1]],
      },
      URL: 'https://y.org',
    },
    'Vid, V. 2019. Film. YouTube. https://y.org.',
  ],
  [
    {
      type: 'article',
      title: 'Bio preprint',
      author: [
        {
          family: 'Bio',
          given: 'B.',
        },
      ],
      publisher: 'bioRxiv',
      issued: {
        'date-parts': [[2021, 5, 4]],
      },
      DOI: '10.1101/2021.05',
    },
    'Bio, B. 2021. “Bio Preprint.” bioRxiv. https://doi.org/10.1101/2021.05.',
  ],
  [
    {
      type: 'entry-encyclopedia',
      title: 'Entry',
      'container-title': 'Wiki',
      issued: {
        'date-parts': [[2021]],
      },
      URL: 'https://w.org',
    },
    '“Entry.” 2021. In Wiki. https://w.org.',
  ],
  [
    {
      type: 'dataset',
      title: 'PDB data',
      author: [
        {
          family: 'D',
          given: 'D',
        },
      ],
      archive: 'Zenodo',
      issued: {
        'date-parts': [[2021]],
      },
      URL: 'https://z.org',
    },
    'D, D. 2021. “PDB Data.” Zenodo. https://z.org.',
  ],
  [
    {
      type: 'article-journal',
      title: 'No year',
      author: [
        {
          family: 'Nn',
          given: 'N.',
        },
      ],
      'container-title': 'J',
      volume: '2',
    },
    'Nn, N. n.d. “No Year.” J 2.',
  ],
  [
    {
      type: 'thesis',
      title: 'Thesis two',
      author: [
        {
          family: 'Th',
          given: 'T.',
        },
      ],
      publisher: 'MIT',
      'publisher-place': 'Cambridge',
      issued: {
        'date-parts': [[2015]],
      },
      URL: 'https://t.org',
    },
    'Th, T. 2015. “Thesis Two.” Cambridge: MIT. https://t.org.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Cheng–Prusoff and n-butyl α-helices in the p-value era',
      author: [
        {
          family: 'Müller',
          given: 'Jörg',
        },
        {
          family: 'Ørsted',
          given: 'H. C.',
        },
        {
          family: 'Nuñez',
          given: 'Á.',
        },
      ],
      issued: {
        'date-parts': [[2016, 11]],
      },
      'container-title': 'Bioorganic & Medicinal Chemistry Letters',
      volume: '26',
      issue: '21',
      page: '5296-5304',
      DOI: '10.1016/j.x.2016.1',
    },
    'Müller, Jörg, H. C. Ørsted, and Á. Nuñez. 2016. “Cheng–Prusoff and n-Butyl α-Helices in the p-Value Era.” Bioorganic & Medicinal Chemistry Letters 26 (21): 5296–5304. https://doi.org/10.1016/j.x.2016.1.',
  ],
  [
    {
      type: 'book',
      title: 'Principles of drug action: The basis of pharmacology',
      author: [
        {
          family: 'Pratt',
          given: 'William B.',
        },
        {
          family: 'Taylor',
          given: 'Palmer',
        },
      ],
      issued: {
        'date-parts': [[1990]],
      },
      publisher: 'Churchill Livingstone',
      'publisher-place': 'New York',
      edition: '3',
    },
    'Pratt, William B., and Palmer Taylor. 1990. Principles of Drug Action: The Basis of Pharmacology. 3rd ed. New York: Churchill Livingstone.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Measurement of protein using bicinchoninic acid',
      author: [
        {
          family: 'Smith',
          given: 'P. K.',
        },
        {
          literal: 'others',
        },
      ],
      issued: {
        'date-parts': [[1985]],
      },
      'container-title': 'Analytical Biochemistry',
      volume: '150',
      issue: '1',
      page: '76-85',
    },
    'Smith, P. K. et al. 1985. “Measurement of Protein Using Bicinchoninic Acid.” Analytical Biochemistry 150 (1): 76–85.',
  ],
  [
    {
      type: 'chapter',
      title: 'Enzyme kinetics',
      author: [
        {
          family: 'Segel',
          given: 'Irwin H.',
        },
      ],
      'container-title': 'Encyclopedia of biological chemistry',
      issued: {
        'date-parts': [[2013]],
      },
      publisher: 'Academic Press',
      page: '216-220',
    },
    'Segel, Irwin H. 2013. “Enzyme Kinetics.” In Encyclopedia of Biological Chemistry, 216–20. Academic Press.',
  ],
  [
    {
      type: 'article-journal',
      title: 'Without authors: an editorial',
      issued: {
        'date-parts': [[2010, 5, 3]],
      },
      'container-title': 'Science',
      volume: '328',
      page: '5',
    },
    '“Without Authors: An Editorial.” 2010. Science 328 (May): 5.',
  ],
  [
    {
      type: 'book',
      title: 'Translated work',
      author: [
        {
          family: 'Kant',
          given: 'Immanuel',
        },
      ],
      translator: [
        {
          family: 'Guyer',
          given: 'Paul',
        },
        {
          family: 'Wood',
          given: 'Allen W.',
        },
      ],
      issued: {
        'date-parts': [[1998]],
      },
      publisher: 'Cambridge University Press',
      'publisher-place': 'Cambridge',
    },
    'Kant, Immanuel. 1998. Translated Work. Translated by Paul Guyer and Allen W. Wood. Cambridge: Cambridge University Press.',
  ],
  [
    {
      type: 'book',
      title: 'A volume of a series',
      author: [
        {
          family: 'Hess',
          given: 'H.',
        },
      ],
      issued: {
        'date-parts': [[2005]],
      },
      'collection-title': 'Methods',
      'collection-number': '12',
      volume: '3',
      publisher: 'CRC',
    },
    'Hess, H. 2005. A Volume of a Series. Vol. 3. Methods 12. CRC.',
  ],
];

/** Where this list is right and pandoc's is not, by the manual. */
export const CHICAGO_DIFFERENCES: Readonly<Record<string, string>> = {
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
};
