// Sample content, to be replaced: every person and institution in this file is fictional.

import type { Action } from './action.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Meet Our Scientists | ${site.name}`,
  description:
    'The chemists, biologists and machine-learning researchers who answer for our predictions, the advisors who challenge them, and how to join us.',
  keywords:
    'drug discovery team, computational chemistry scientists, scientific advisory board, drug discovery internship, Gold Coast biotechnology',
  canonical: '/teams',
};

export const hero = {
  eyebrow: 'Our team',
  title: 'Meet Our Scientists',
  lead: 'A prediction is only as good as the people who will say when it is wrong. Ours have made molecules, run assays and built models, and will put their names to the results.',
};

export const founders = {
  title: 'Founders',
  lead: 'Four disciplines that usually sit in four buildings.',
  achievementsLabel: 'Highlights',
  members: [
    {
      id: 'imara-vellacourt',
      name: 'Dr Imara Vellacourt',
      role: 'Co-founder and Chief Executive Officer',
      discipline: 'Medicinal chemistry',
      bio: 'Imara spent eleven years making kinase inhibitors and deciding which ones to stop making. She leads the company, and means to read every structure that the designer proposes.',
      conciseBio: 'Medicinal chemist with eleven years at the bench on kinase inhibitors.',
      extendedBio:
        'Imara trained as a synthetic chemist and spent eleven years in hit-to-lead and lead optimisation, mostly on kinases in oncology. She learned to value a well-founded stop decision as highly as a candidate, and started the company to make those decisions come earlier. She leads strategy and partnerships, and means to read every structure that the designer proposes.',
      image: '/images/portraits/imara-vellacourt.svg',
      linkedin: null,
      achievements: [
        'Led hit-to-lead chemistry on two kinase programs',
        'Named inventor on patents for brain-penetrant inhibitors',
        'Mentor to early-career chemists moving into computation',
      ],
    },
    {
      id: 'anselm-tarrowby',
      name: 'Dr Anselm Tarrowby',
      role: 'Co-founder and Chief Technology Officer',
      discipline: 'Machine learning',
      bio: 'Anselm works on molecular models that know the limits of their own knowledge. He leads modelling, and will answer for the uncertainty estimate on every value that we show.',
      conciseBio: 'Machine-learning researcher in molecular models and calibrated uncertainty.',
      extendedBio:
        'Anselm came to chemistry from statistics and stayed for the difficulty of its data. His research concerns graph and diffusion models for molecules, and how to tell when such a model is outside what it has learned. He leads modelling and engineering, sets the tests that a model must pass before release, and will answer for the uncertainty estimate on every value that we show.',
      image: '/images/portraits/anselm-tarrowby.svg',
      linkedin: null,
      achievements: [
        'Built out-of-distribution tests for molecular property models',
        'Maintains open benchmark code for scaffold-split evaluation',
        'Taught graduate statistics for six years',
      ],
    },
    {
      id: 'suvi-marindale',
      name: 'Dr Suvi Marindale',
      role: 'Co-founder and Chief Scientific Officer',
      discipline: 'Cancer pharmacology',
      bio: 'Suvi designs the assays that tell us whether a prediction was right. She leads biology, from target triage to the wet-lab loop.',
      conciseBio: 'Cancer pharmacologist who designs the assays that test our predictions.',
      extendedBio:
        'Suvi is a cell biologist and pharmacologist who has run cytotoxicity panels across tumour and normal cell lines and followed the hits into transcriptomics. She has seen the same compound give three answers in three laboratories, and insists that assay conditions travel with every value. She leads target triage, the wet-lab loop and candidate review.',
      image: '/images/portraits/suvi-marindale.svg',
      linkedin: null,
      achievements: [
        'Designed paired tumour and normal cell panels for selectivity screening',
        'Published on reproducibility of viability assays',
        'Ran a shared screening facility for academic groups',
      ],
    },
    {
      id: 'rohan-ellisward',
      name: 'Rohan Ellisward',
      role: 'Co-founder and Chief Operating Officer',
      discipline: 'Research data and operations',
      bio: 'Rohan has kept research data honest in regulated settings for a decade. He leads operations, security and the Reproducibility Hub.',
      conciseBio: 'Research-data specialist who leads operations and the Reproducibility Hub.',
      extendedBio:
        'Rohan began as a laboratory informatician and went on to run data governance for collaborative trials, where a missing version number could cost a month. He leads operations, information security and compliance, and designed the Reproducibility Hub so that the record will be made as the work is done, not afterwards.',
      image: '/images/portraits/rohan-ellisward.svg',
      linkedin: null,
      achievements: [
        'Ran data governance for collaborations across several sites',
        'Led laboratory information systems through external audit',
        'Designed the provenance model of the Reproducibility Hub',
      ],
    },
  ],
};

export const advisoryBoard = {
  title: 'Strategic advisory board',
  lead: 'Ten people who are asked to disagree with us, and do.',
  advisors: [
    {
      id: 'odalys-fenwright',
      name: 'Prof Odalys Fenwright',
      title: 'Professor of Structural Biology',
      institution: 'Harrowmere University',
      bio: 'Odalys studies how proteins move when a ligand binds. She advises on which structures can be trusted for design, and which only look as if they can.',
      conciseBio: 'Protein dynamics and ligand binding.',
      image: '/images/portraits/odalys-fenwright.svg',
      linkedin: null,
    },
    {
      id: 'bastian-quillmore',
      name: 'Dr Bastian Quillmore',
      title: 'Consultant Medical Oncologist',
      institution: 'Calder Reach Cancer Centre',
      bio: 'Bastian treats breast cancer and runs early-phase trials. He keeps our target choices tied to what patients need.',
      conciseBio: 'Breast cancer and early-phase trials.',
      image: '/images/portraits/bastian-quillmore.svg',
      linkedin: null,
    },
    {
      id: 'nimue-arkenholt',
      name: 'Prof Nimue Arkenholt',
      title: 'Professor of Neurology',
      institution: 'Norvale Neuroscience Institute',
      bio: 'Nimue studies the early stages of motor neurone disease. She advises on models of neurodegeneration and on what would count as slowing it.',
      conciseBio: 'Motor neurone disease and its early markers.',
      image: '/images/portraits/nimue-arkenholt.svg',
      linkedin: null,
    },
    {
      id: 'joss-saltharrow',
      name: 'Dr Joss Saltharrow',
      title: 'Director of Process Chemistry',
      institution: 'Pellworth Laboratories',
      bio: 'Joss has scaled routes from milligrams to kilograms. Joss advises on what the synthetic accessibility score gets wrong.',
      conciseBio: 'Synthesis at scale, and whether a molecule can be made at all.',
      image: '/images/portraits/joss-saltharrow.svg',
      linkedin: null,
    },
    {
      id: 'amaru-lindisvale',
      name: 'Prof Amaru Lindisvale',
      title: 'Professor of Machine Learning',
      institution: 'Eastmarch Technical University',
      bio: 'Amaru works on calibration and distribution shift. He advises on how our models should be tested before anyone is shown the result.',
      conciseBio: 'Calibration and distribution shift.',
      image: '/images/portraits/amaru-lindisvale.svg',
      linkedin: null,
    },
    {
      id: 'zofia-brambleworth',
      name: 'Dr Zofia Brambleworth',
      title: 'Principal Toxicologist',
      institution: 'Greyfen Safety Sciences',
      bio: 'Zofia has written the safety case for first-in-human studies and declined to write several more. She advises on toxicity triage.',
      conciseBio: 'Preclinical safety and toxicity triage.',
      image: '/images/portraits/zofia-brambleworth.svg',
      linkedin: null,
    },
    {
      id: 'leilani-corvane',
      name: 'Prof Leilani Corvane',
      title: 'Professor of Systems Biology',
      institution: 'Tidewrack Institute of Genomics',
      bio: 'Leilani measures how cells rewire under treatment. She advises on the omics predictor and on the limits of cell-line data.',
      conciseBio: 'Transcriptomic response to small molecules.',
      image: '/images/portraits/leilani-corvane.svg',
      linkedin: null,
    },
    {
      id: 'teodor-winterash',
      name: 'Dr Teodor Winterash',
      title: 'Regulatory Affairs Advisor',
      institution: 'Lowmark Regulatory',
      bio: 'Teodor has taken small molecules through agency meetings on three continents. He advises on the evidence that a regulator will ask a model for.',
      conciseBio: 'Regulatory strategy for small molecules.',
      image: '/images/portraits/teodor-winterash.svg',
      linkedin: null,
    },
    {
      id: 'hollis-varnadene',
      name: 'Hollis Varnadene',
      title: 'Biotechnology Investor and Director',
      institution: 'Stonequay Capital',
      bio: 'Hollis has sat on the boards of young biotechnology companies through good years and lean ones. Hollis advises on financing and governance.',
      conciseBio: 'Financing and governance of early biotechnology.',
      image: '/images/portraits/hollis-varnadene.svg',
      linkedin: null,
    },
    {
      id: 'kirra-dunmarrow',
      name: 'Dr Kirra Dunmarrow',
      title: 'Patient Advocate and Research Ethicist',
      institution: 'Sable Point Foundation',
      bio: 'Kirra has lived with Parkinson’s disease in her family and works on consent and data use in research. She asks who each decision is for.',
      conciseBio: 'Consent, data use and the interests of patients.',
      image: '/images/portraits/kirra-dunmarrow.svg',
      linkedin: null,
    },
  ],
  /** A placeholder, the last card. */
  toBeAnnounced: {
    name: 'To Be Announced',
    conciseBio:
      'A seat kept for an advisor in metabolic or rare disease, as we prepare those areas.',
  },
};

export const hiring = {
  title: 'Work with us',
  lead: 'We hire people who enjoy being proved wrong by an experiment.',
  benefitsTitle: 'Benefits',
  benefits: [
    {
      icon: 'laptop',
      title: 'Remote friendly',
      description: 'Work from where you think best. We meet on the Gold Coast when it helps.',
    },
    {
      icon: 'clock',
      title: 'Flexible hours',
      description: 'A few shared hours for talking, and long quiet ones for work.',
    },
    {
      icon: 'trending-up',
      title: 'Equity potential',
      description: 'Early hires may share in what they help to build.',
    },
  ] as const,
  positionsTitle: 'Open position',
  positions: [
    {
      title: 'Research Intern',
      type: 'Internship',
      location: 'Remote',
      description:
        'Help us test activity and toxicity predictions against public data, and report honestly how they did.',
      tasks: [
        'Curate assay data and document every decision',
        'Evaluate models on scaffold and time splits',
        'Find the molecules on which models fail, and work out why',
      ],
      requirements: [
        'Studies in chemistry, biology, computing or statistics',
        'Some Python, and a feel for chemical structures',
        'Clear writing',
      ],
      applyLabel: 'Apply Now',
    },
  ],
  application: { to: site.email.careers, subject: 'Application: {position}' },
  byMail: {
    text: 'To apply, or to ask about pay and supervision:',
    label: 'write to our careers desk',
  },
  resumes: {
    text: 'No opening that fits? Send us your resume and tell us what you would work on.',
    action: {
      label: site.email.careers,
      href: `mailto:${site.email.careers}?subject=Resume`,
    } satisfies Action,
  },
};
