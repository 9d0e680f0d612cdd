import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBibtex } from './bibtex-reading.ts';
import { writeBibtex } from './bibtex-writing.ts';
import type { CslItem } from './csl.ts';
import { formatReference } from './format-reference.ts';
import { normalizeCsl } from './normalize-csl.ts';
import { runsText } from './runs.ts';

const TWENTY = readFileSync(
  new URL('../../../test/references/twenty.bib', import.meta.url),
  'utf8',
);

const SHOWN = [
  'Cross DAE, Ashton SE, Ghiorghiu S, et al. AZD9291, an Irreversible EGFR TKI, Overcomes T790M-Mediated Resistance to EGFR Inhibitors in Lung Cancer. Cancer Discovery. 2014 Sep;4(9):1046-61. doi: 10.1158/2159-8290.CD-14-0337',
  'Müller J, van der Berg A, Ørsted HC, Nuñez Á, Gödel K. Binding of α-helices & H₂O: 50% of in vivo effects. J. Med. Chem. 2020 Mar 5;63(1):1-20.',
  'The ENCODE Project Consortium; Smith and Sons, Ltd. An integrated encyclopedia of DNA elements in the human genome. Nature. 2012;489(7414):57-74. doi: 10.1038/nature11247',
  "Fontaine JPDL, Smith JQ Jr, O'Neil M. On pages. PLOS ONE. 2021;16(4):e0249404.",
  'Copeland RA. Evaluation of Enzyme Inhibitors in Drug Discovery: A Guide for Medicinal Chemists and Pharmacologists. 2nd ed. Hoboken, NJ: Wiley; 2013. 538 p. (Methods of biochemical analysis).',
  'Lima C, von Neumann J, Other MN, editors. Edited book. Vol. IV. Springer-Verlag; 2008. (Lecture Notes; vol. 12).',
  'Watson A, Crick B. A chapter. In: Franklin R, editor. The book of DNA. London: Academic Press; 1999. p. 101-50.',
  'Doe J. Another chapter. In: Handbook. CRC; 2001. p. 5.',
  'Gilmer J, Schoenholz SS, Riley PF, Vinyals O, Dahl GE. Neural Message Passing for Quantum Chemistry. In: Proceedings of the 34th International Conference on Machine Learning. ICML; 2017 Aug 6-11; Sydney. Vol. 70. PMLR; 2017. p. 1263-72. (Proceedings of Machine Learning Research).',
  'Turing A. Systems of logic [PhD thesis]. Princeton: Princeton University; 1938.',
  "Li W. Fitting curves [Master's thesis]. ETH Zürich; 2015.",
  'Vaswani A, Shazeer N. Attention Is All You Need [preprint]. arXiv:1706.03762. arXiv; 2017.',
  'Kim S. A preprint [preprint]. ChemRxiv; 2022. doi: 10.26434/chemrxiv-2022-abcde',
  'ChEMBL. ChEMBL database release 33 [dataset]. Version 33. EMBL-EBI; 2023. doi: 10.6019/CHEMBL.database.33',
  'Butterworth S, inventor; AstraZeneca, assignee. 2-(2,4,5-substituted-anilino) pyrimidine compounds. Patent WO2013014448A1. 2013.',
  'World Health Organization. Model List of Essential Medicines [Internet]. WHO; 2023 [cited 2024 Feb 3].',
  'Possolo A. Uncertainty. Technical Note. Gaithersburg: NIST; 2015. Report No.: TN 1900.',
  'Landrum G; RDKit contributors. RDKit: Open-source cheminformatics [software]. Version 2026.09.1. 2026. doi: 10.5281/zenodo.591637',
  'Reader Q. Backslash \\, caret ^, tilde ~, braces {}, dollar $5 & #1. The Times. in press.',
  'Plato. Notes. 2019–2021.',
];

const read = (text: string) => {
  const { records, refusals } = readBibtex(text);
  expect(refusals).toEqual([]);
  return records.map(({ key, csl }) => ({ key, csl }));
};

const again = (csl: CslItem) => read(writeBibtex([{ key: 'k', csl: normalizeCsl(csl) }]))[0]?.csl;

describe('BibTeX', () => {
  it('gives twenty records with every field, by line', () => {
    const { records } = readBibtex(TWENTY);
    expect(records).toHaveLength(20);
    expect(records.map(({ line }) => TWENTY.split('\n')[line - 1])).toEqual(
      records.map(({ key }) => expect.stringContaining(key)),
    );
    const shown = records.map(({ csl }) => {
      const reference = { title: '', url: '', description: '', type: 'article' as const, csl };
      return runsText(formatReference(reference, 'numbered') ?? []);
    });
    expect(shown).toEqual(SHOWN);
    const muller = records[1]?.csl;
    expect(muller?.author?.[1]).toEqual({
      family: 'Berg',
      given: 'Anna',
      'non-dropping-particle': 'van der',
    });
    expect(records[2]?.csl).toMatchObject({ PMID: '22955616', PMCID: 'PMC3439153' });
    expect(records[11]?.csl).toMatchObject({ archive: 'arXiv', archive_location: '1706.03762' });
  });

  it.each([
    ["{\\'A}lvarez-P{\\'e}rez, Ana", 'Álvarez-Pérez|Ana'],
    ['{\\O}stergaard-Nielsen, B', 'Østergaard-Nielsen|B'],
    ["Jean-{\\'E}tienne Le-B{\\'e}on", 'Le-Béon|Jean-Étienne'],
    ['S{\\o}rensen-{\\AA}s, C', 'Sørensen-Ås|C'],
    ['{\\L}ukasz Wilk', 'Wilk|Łukasz'],
    ["Garc{\\'\\i}a, Jos{\\'e}", 'García|José'],
    ["Garc{\\'{\\i}}a, A", 'García|A'],
    ["Garc\\'{\\i}a, A", 'García|A'],
    ["Garc\\'\\i a, A", 'García|A'],
    ['G\\"{o}del, Kurt', 'Gödel|Kurt'],
    ['G{\\"o}del, Kurt', 'Gödel|Kurt'],
    ['{\\"{O}}zg{\\"u}r Y{\\i}lmaz', 'Yılmaz|Özgür'],
    ['Fran\\c{c}ois Dupont', 'Dupont|François'],
    ["\\v{S}afa{\\v r}\\'{\\i}k, P", 'Šafařík|P'],
    ["{\\H{O}}ri Erd\\H{o}s-P{\\'a}l", 'Erdős-Pál|Őri'],
    ['Stra\\ss e, M', 'Straße|M'],
    ['{\\AE}gir N{\\ae}ss', 'Næss|Ægir'],
    ['Mu\\~noz, X', 'Muñoz|X'],
    ['Ho{\\v{\\j}}e, A', 'Hoǰe|A'],
    ['Nguy{\\~{\\^e}}n, V', 'Nguyễn|V'],
    ['\\textcommabelow{S}tef\\u{a}nescu, V', 'Ștefănescu|V'],
    ['{\\AA}ngstr{\\"o}m, \\emph{\\\'E}mile', 'Ångström|Émile'],
    ['Jean-paul al-Khwarizmi', 'al-Khwarizmi|Jean-paul'],
    ["{\\'E}tienne de la Bo{\\'e}tie", 'Boétie|Étienne|de la'],
    ['von der M{\\"u}hll-{\\"O}st, J.-P.', 'Mühll-Öst|J.-P.|von der'],
    ["N{\\'u}{\\~n}ez-D{\\'\\i}az, Jr., A", 'Núñez-Díaz|A||Jr.'],
    ["{{{\\'E}quipe Sud-Ouest and Sons, Inc.}}", '||||Équipe Sud-Ouest and Sons, Inc.'],
  ])('has names as they are: %s', (written, parts) => {
    const [record] = read(`@book{a, title={T}, author={${written}}}`);
    const [name = {}] = record?.csl.author ?? [];
    const { family = '', given = '', suffix = '', literal = '' } = name;
    const all = [family, given, name['non-dropping-particle'] ?? '', suffix, literal];
    expect(all.join('|').replace(/\|+$/, '')).toBe(parts);
  });

  it('has its letters in titles, and leaves URLs as they are', () => {
    const url = 'https://a.test/\\~o';
    const [record] = read(`@book{a, title={The 3~{\\AA} of \\emph{\\'e}}, url={${url}}}`);
    expect(record?.csl.title).toBe('The 3 Å of é');
    expect(record?.csl.URL).toMatch(/~o$/);
  });

  it('loses nothing when it is written and read again', () => {
    const once = read(TWENTY);
    const written = writeBibtex(once);
    expect(read(written)).toEqual(once);
    expect(writeBibtex(read(written))).toBe(written);
  });

  it('is written with a field on each line, however long it is', () => {
    const long = 'with a very long title '.repeat(100).trim();
    const written = writeBibtex([
      {
        key: 'k',
        csl: normalizeCsl({ type: 'book', title: `${long}\n  year = {1},`, note: 'a\r\nb' }),
      },
    ]);
    expect(written.split('\n')).toEqual([
      '@book{k,',
      `  title = {${long} year = \\{1\\},},`,
      '  note = {a b},',
      '}',
      '',
    ]);
  });

  it.each<[string, Partial<CslItem>]>([
    ['what TeX reads as its own', { title: '\\ { } $ & # % _ ^ ~ -- "quotes" ` \' \\alpha {x' }],
    [
      'names that could be several',
      { author: [{ literal: 'Smith and Sons, Ltd' }, { family: 'And, Co', given: 'X and Y' }] },
    ],
    [
      'particles and suffixes',
      {
        author: [{ family: 'Berg', given: 'A', 'non-dropping-particle': 'van den', suffix: 'Jr.' }],
      },
    ],
    ['others', { author: [{ family: 'A', given: 'B' }, { literal: 'others' }] }],
    ['other scripts', { title: '結合 και שלום 🧪', author: [{ family: '山田', given: '太郎' }] }],
    ['a year before 1000', { issued: { 'date-parts': [[350]] } }],
    [
      'a day',
      { issued: { 'date-parts': [[2020, 12, 31]] }, accessed: { 'date-parts': [[2021, 1, 2]] } },
    ],
    ['a URL with braces', { URL: 'https://a.test/%7Bx%7D?a_b=1&c=%25' }],
  ])('brings back %s', (_, given) => {
    const csl = { type: 'book', ...given } as const;
    expect(again(csl)).toEqual(csl);
  });

  it.each([
    ['@article{a,\n title = {x}\n year = 2020\n}\n', 3, 2],
    ['@article{a b, title={x}}', 1, 12],
    ['@article{, title={x}}', 1, 10],
  ])('says where its syntax is wrong: %j', (text, line, column) => {
    const { records, refusals } = readBibtex(text);
    expect(records).toEqual([]);
    expect(refusals).toEqual([
      { line, column, message: `BibTeX line ${line}, column ${column}: invalid syntax.` },
    ]);
  });

  it('says which entry does not end', () => {
    const { refusals } = readBibtex('\n@article{a, title={unclosed');
    expect(refusals).toEqual([{ line: 2, message: 'BibTeX line 2: this entry does not end.' }]);
  });

  it('says which record has TeX that cannot be read, and reads the others', () => {
    const { records, refusals } = readBibtex('@book{a, title={$x}}\n@book{b, title={T}}');
    expect(records.map(({ key }) => key)).toEqual(['b']);
    expect(refusals).toEqual([
      { line: 1, message: 'BibTeX line 1: a field of a contains TeX that cannot be read.' },
    ]);
  });

  it.each(['{', '"{'])('is refused with its line when it is nested without end: %s', (start) => {
    const deep = `@book{a,\n  title = ${start}${'{'.repeat(50_000)}${'}'.repeat(50_000)}`;
    expect(readBibtex(deep).refusals).toEqual([
      { line: 2, message: 'BibTeX line 2: braces are nested more than 100 deep.' },
    ]);
  });
});

it('a DOI is what TeX and resolvers have made of it, without them', () => {
  const written = [
    '10.1000/a\\_b',
    '{10.1000/a\\_b}',
    'https://doi.org/10.1000/a_b',
    'doi:10.1000/a_b',
  ];
  for (const doi of written) {
    const { records } = readBibtex(`@article{a, title={T}, doi={${doi}}}`);
    expect([doi, records[0]?.csl.DOI]).toEqual([doi, '10.1000/a_b']);
  }
});

it('a chapter has what its book says', () => {
  const { records } = readBibtex(
    '@incollection{c, title={Chapter}, author={Berg, Anna}, crossref={b}}\n@book{b, title={Book}, editor={Vik, Bo}, publisher={Press}, year={2020}}',
  );
  expect(records[0]?.csl).toMatchObject({
    title: 'Chapter',
    'container-title': 'Book',
    publisher: 'Press',
    author: [{ family: 'Berg', given: 'Anna' }],
  });
});

it('one broken entry is told by its own line, and costs no other', () => {
  const { records, refusals } = readBibtex(
    '@article{a, title={One}}\n\n@article{b, title={Two\n\n@article{c, title={Three}}\n',
  );
  expect(records.map(({ key, line }) => [key, line])).toEqual([
    ['a', 1],
    ['c', 5],
  ]);
  expect(refusals.map(({ line }) => line)).toEqual([3]);
});
