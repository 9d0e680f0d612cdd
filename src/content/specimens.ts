/** What a result of each tool would look like. The values are invented and marked as such; the chemistry is real. */

export interface IntervalRow {
  name: string;
  note?: string;
  value: number;
  /** The ends of the 90% interval. */
  low: number;
  high: number;
  /** `weak`: too little data to support it. */
  kind: 'main' | 'other' | 'weak';
}

export interface IntervalSpecimen {
  title: string;
  query: readonly { name: string; value: string }[];
  columns: { name: string; value: string };
  axis: { min: number; max: number; step: number; label: string };
  groups: readonly { title: string; rows: readonly IntervalRow[] }[];
  findings: readonly { name: string; value: string }[];
}

export const illustration = {
  label: 'Illustration',
  note: 'Invented values, to show what a result will look like; no model made them. Lapatinib is an approved medicine, not ours.',
  /** Names the drawings of the molecule. */
  asked: 'Lapatinib, the query molecule',
  alert: 'Lapatinib, with its furan ring marked',
};

export const activitySpecimen: IntervalSpecimen = {
  title: 'Lapatinib against three kinases',
  query: [
    { name: 'Endpoint', value: 'IC50, enzyme assay' },
    { name: 'Interval', value: '90%' },
  ],
  columns: { name: 'Target', value: 'pIC50' },
  axis: { min: 5, max: 10, step: 1, label: 'pIC50' },
  groups: [
    {
      title: 'Predicted',
      rows: [
        { name: 'EGFR', note: '13 nM', value: 7.9, low: 7.2, high: 8.6, kind: 'main' },
        { name: 'HER2', note: '16 nM', value: 7.8, low: 7.0, high: 8.6, kind: 'main' },
        {
          name: 'KDR (VEGFR2)',
          note: 'out of distribution',
          value: 5.8,
          low: 5.0,
          high: 7.2,
          kind: 'weak',
        },
      ],
    },
  ],
  findings: [
    { name: 'Nearest measured', value: '3 anilinoquinazolines, each with its source and assay' },
    { name: 'Out of distribution', value: 'No for EGFR and HER2; yes for KDR' },
  ],
};

export const cytotoxicitySpecimen: IntervalSpecimen = {
  title: 'Lapatinib in five cell models',
  query: [
    { name: 'Readout', value: 'Viability' },
    { name: 'Exposure', value: '72 h' },
  ],
  columns: { name: 'Cells', value: 'pIC50' },
  axis: { min: 4, max: 8, step: 1, label: 'pIC50' },
  groups: [
    {
      title: 'Tumour',
      rows: [
        { name: 'BT-474', note: 'breast, HER2+', value: 6.9, low: 6.3, high: 7.5, kind: 'main' },
        { name: 'SK-BR-3', note: 'breast, HER2+', value: 6.8, low: 6.2, high: 7.4, kind: 'main' },
        {
          name: 'MDA-MB-231',
          note: 'breast, triple-negative',
          value: 5.2,
          low: 4.6,
          high: 5.8,
          kind: 'main',
        },
      ],
    },
    {
      title: 'Normal',
      rows: [
        {
          name: 'MCF-10A',
          note: 'breast epithelium, immortalised',
          value: 5.4,
          low: 4.7,
          high: 6.1,
          kind: 'other',
        },
        { name: 'Hepatocytes', note: 'primary', value: 5.0, low: 4.3, high: 5.7, kind: 'other' },
      ],
    },
  ],
  findings: [
    { name: 'Window', value: 'BT-474 over MCF-10A: about 30-fold (4 to 260)' },
    { name: 'Structural alert', value: 'Furan, which P450 enzymes can open to a reactive enedial' },
  ],
};

export const omicsSpecimen: IntervalSpecimen = {
  title: 'Lapatinib in BT-474, transcripts',
  query: [
    { name: 'Dose', value: '1 µM' },
    { name: 'Time', value: '24 h' },
  ],
  columns: { name: 'Gene', value: 'log2 change' },
  axis: { min: -3, max: 3, step: 1, label: 'log2 fold change' },
  groups: [
    {
      title: 'MAPK output, down',
      rows: [
        { name: 'DUSP6', value: -1.9, low: -2.4, high: -1.4, kind: 'main' },
        { name: 'EGR1', value: -1.6, low: -2.3, high: -0.9, kind: 'main' },
        { name: 'CCND1', value: -1.3, low: -1.8, high: -0.8, kind: 'main' },
      ],
    },
    {
      title: 'FOXO targets, up',
      rows: [
        { name: 'ERBB3', value: 1.2, low: 0.7, high: 1.7, kind: 'main' },
        { name: 'IRS2', value: 1.0, low: 0.3, high: 1.7, kind: 'main' },
      ],
    },
    {
      title: 'Unfolded protein response',
      rows: [
        {
          name: 'DDIT3',
          note: 'weakly supported',
          value: 0.4,
          low: -0.6,
          high: 1.4,
          kind: 'weak',
        },
      ],
    },
  ],
  findings: [
    {
      name: 'Next experiment',
      value: 'ERBB3 protein at 24 h: a rise would be a known route to resistance',
    },
  ],
};
