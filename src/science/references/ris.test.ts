import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatReference } from './format-reference.ts';
import { normalizeCsl } from './normalize-csl.ts';
import { readRis } from './ris-reading.ts';
import { writeRis } from './ris-writing.ts';
import { runsText } from './runs.ts';

const TWENTY = readFileSync(
  new URL('../../../test/references/twenty.ris', import.meta.url),
  'utf8',
);

const SHOWN = [
  'Cross DAE, Ashton SE, van der Berg A, Smith J Jr. AZD9291, an irreversible EGFR TKI, overcomes T790M-mediated resistance to EGFR inhibitors in lung cancer. Cancer Discovery. 2014 Sep 1;4(9):1046-61. doi: 10.1158/2159-8290.CD-14-0337',
  'Müller J; The ENCODE Project Consortium. A title that was folded by another program. PLOS ONE. 2021 Apr;16(4):e0249404.',
  '山田 太郎. 結合について. J Chem. 2019:e12.',
  'Copeland RA. Evaluation of Enzyme Inhibitors in Drug Discovery. 2nd ed. Hoboken, NJ: Wiley; 2013. 538 p. (Methods of biochemical analysis; vol. 46).',
  'von Neumann J, Lima C, editors. Edited book. Vol. IV. Translator T, translator. Springer; 2008.',
  'Watson A. A chapter. In: Franklin R, editor. The book of DNA. London: Academic Press; 1999. p. 101-50.',
  'Gilmer J. Neural message passing for quantum chemistry. In: Proceedings of the 34th International Conference on Machine Learning. ICML; Sydney. Vol. 70. 2017. p. 1263-72.',
  'Turing A. Systems of logic [PhD thesis]. Princeton: Princeton University; 1938.',
  'Possolo A. Uncertainty. Technical Note. NIST; 2015. Report No.: TN 1900.',
  'ChEMBL. ChEMBL database release 33 [dataset]. Version 33. EMBL-EBI; 2023. doi: 10.6019/CHEMBL.database.33',
  'Landrum G; RDKit contributors. RDKit [software]. Version 2026.09.1. 2026.',
  'Butterworth S, inventor; AstraZeneca, assignee. Anilino pyrimidine compounds. Patent WO2013014448A1. 2013.',
  'World Health Organization. Model List of Essential Medicines [Internet]. WHO. 2023 [cited 2024 Feb 3].',
  'Doe J. A post. The blog. 2022 Jan 2.',
  'Kim S. A preprint [preprint]. arXiv:1706.03762. arXiv; 2017.',
  'Plato. Notes. 2019–2021.',
  'Reader Q, et al. Press & "quotes" {braces} \\ $5 #1 ~ ^ _ %. The Times. in press.',
  'In a magazine. New Scientist. 2001.',
  'ISO 26324. Version 2022. ISO; 2022.',
  'Film A. A lecture [video]. 2020. doi: 10.1000/182',
];

const read = (text: string) => {
  const { records, refusals } = readRis(text);
  expect(refusals).toEqual([]);
  return records.map(({ key, csl }) => ({ key, csl }));
};

describe('RIS', () => {
  it('gives twenty records with every field, by line', () => {
    const { records } = readRis(TWENTY);
    expect(records).toHaveLength(20);
    expect(records.map(({ line }) => TWENTY.split('\n')[line - 1]?.slice(0, 2))).toEqual(
      records.map(() => 'TY'),
    );
    const shown = records.map(({ csl }) => {
      const reference = { title: '', url: '', description: '', type: 'article' as const, csl };
      return runsText(formatReference(reference, 'numbered') ?? []);
    });
    expect(shown).toEqual(SHOWN);
    expect(records[0]).toEqual({
      line: 1,
      key: 'cross2014',
      csl: {
        type: 'article-journal',
        author: [
          { family: 'Cross', given: 'Darren A. E.' },
          { family: 'Ashton', given: 'Susan E.' },
          { family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van der' },
          { family: 'Smith', given: 'John', suffix: 'Jr.' },
        ],
        title:
          'AZD9291, an irreversible EGFR TKI, overcomes T790M-mediated resistance to EGFR inhibitors in lung cancer',
        'container-title': 'Cancer Discovery',
        'container-title-short': 'Cancer Discov',
        issued: { 'date-parts': [[2014, 9, 1]] },
        volume: '4',
        issue: '9',
        page: '1046-1061',
        ISSN: '2159-8274',
        DOI: '10.1158/2159-8290.CD-14-0337',
        URL: 'https://doi.org/10.1158/2159-8290.CD-14-0337',
        PMID: '24893891',
        keyword: 'EGFR, resistance',
      },
    });
  });

  it('loses nothing when it is written and read again', () => {
    const once = read(TWENTY);
    const written = writeRis(once);
    expect(read(written)).toEqual(once);
    expect(writeRis(read(written))).toBe(written);
  });

  it('is written with a value on each line, however long it is', () => {
    const long = 'A very long title '.repeat(100).trim();
    const csl = normalizeCsl({ type: 'book', title: `${long}\r\nER  - `, note: 'a\u2028b' });
    expect(writeRis([{ key: 'k', csl }]).split('\r\n')).toEqual([
      'TY  - BOOK',
      'ID  - k',
      `TI  - ${long} ER -`,
      'N1  - a b',
      'ER  - ',
      '',
    ]);
  });

  it('says by line what it does not read, and reads the rest', () => {
    const { records, refusals } = readRis(
      'A heading\nTY  - JOUR\nTI  - One\nTY  - JOUR\nER  - \nTY - BOOK\r\nTI - Two\rER -\nTY  - GEN\nTI  - Three',
    );
    expect(records.map(({ line, csl }) => [line, csl.type, csl.title])).toEqual([
      [6, 'book', 'Two'],
    ]);
    expect(refusals.map(({ message }) => message)).toEqual([
      'RIS line 1: this is outside a record: records begin with TY.',
      'RIS line 2: the record that begins here has no end (ER).',
      'RIS line 4: the record has no title (TI).',
      'RIS line 9: the record that begins here has no end (ER).',
    ]);
  });
});
