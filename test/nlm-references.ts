import type { CslDate, CslItem, CslName } from '../src/science/references/csl.ts';

/** `Family, Given, Suffix`; without a comma the name of an organization. */
const by = (...names: string[]): CslName[] =>
  names.map((name) => {
    const [family = '', given, suffix] = name.split(', ');
    if (given === undefined) return { literal: family };
    return suffix === undefined ? { family, given } : { family, given, suffix };
  });
const on = (...parts: number[]): CslDate => ({ 'date-parts': [parts] });

type Article = Omit<CslItem, 'type' | 'title' | 'container-title'>;

const article = (title: string, journal: string, rest: Article): CslItem => ({
  type: 'article-journal',
  title,
  'container-title': journal,
  ...rest,
});

/**
 * Records, and how the National Library of Medicine prints them: the samples after ICMJE's Recommendations
 * (https://www.nlm.nih.gov/bsd/uniform_requirements.html), and examples of Citing Medicine
 * (https://www.ncbi.nlm.nih.gov/books/NBK7256/).
 */
export const NLM: readonly (readonly [record: CslItem, printed: string])[] = [
  [
    article('Solid-organ transplantation in HIV-infected patients', 'N Engl J Med', {
      author: by('Halpern, Scott D.', 'Ubel, Peter A.', 'Caplan, Arthur L.'),
      issued: on(2002, 7, 25),
      volume: '347',
      issue: '4',
      page: '284-287',
    }),
    'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002 Jul 25;347(4):284-7.',
  ],
  [
    article(
      'Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury',
      'Brain Res',
      {
        author: by(
          'Rose, M. E.',
          'Huerbin, M. B.',
          'Melick, J.',
          'Marion, D. W.',
          'Palmer, A. M.',
          'Schiding, J. K.',
          'Kochanek, P. M.',
        ),
        issued: on(2002),
        volume: '935',
        issue: '1-2',
        page: '40-46',
      },
    ),
    'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, et al. Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury. Brain Res. 2002;935(1-2):40-6.',
  ],
  [
    article(
      'Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance',
      'Hypertension',
      {
        author: by('Diabetes Prevention Program Research Group'),
        issued: on(2002),
        volume: '40',
        issue: '5',
        page: '679-686',
      },
    ),
    'Diabetes Prevention Program Research Group. Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance. Hypertension. 2002;40(5):679-86.',
  ],
  [
    article(
      'Sexual dysfunction in 1,274 European men suffering from lower urinary tract symptoms',
      'J Urol',
      {
        author: [
          ...by('Vallancien, G.', 'Emberton, M.', 'Harving, N.'),
          { family: 'Moorselaar', given: 'R. J.', 'non-dropping-particle': 'van' },
          ...by('Alf-One Study Group'),
        ],
        issued: on(2003),
        volume: '169',
        issue: '6',
        page: '2257-2261',
      },
    ),
    'Vallancien G, Emberton M, Harving N, van Moorselaar RJ; Alf-One Study Group. Sexual dysfunction in 1,274 European men suffering from lower urinary tract symptoms. J Urol. 2003;169(6):2257-61.',
  ],
  [
    article('21st century heart solution may have a sting in the tail', 'BMJ', {
      issued: on(2002),
      volume: '325',
      issue: '7357',
      page: '184',
    }),
    '21st century heart solution may have a sting in the tail. BMJ. 2002;325(7357):184.',
  ],
  [
    article('Sykdomsangst blant medisin- og jusstudenter', 'Tidsskr Nor Laegeforen', {
      author: by('Ellingsen, A. E.', 'Wilhelmsen, I.'),
      issued: on(2002),
      volume: '122',
      issue: '8',
      page: '785-787',
      language: 'Norwegian',
    }),
    'Ellingsen AE, Wilhelmsen I. Sykdomsangst blant medisin- og jusstudenter. Tidsskr Nor Laegeforen. 2002;122(8):785-7. Norwegian.',
  ],
  [
    article(
      'Tolerability and safety of frovatriptan with short- and long-term use for treatment of migraine and in comparison with sumatriptan',
      'Headache',
      {
        author: by('Geraud, G.', 'Spierings, E. L.', 'Keywood, C.'),
        issued: on(2002),
        volume: '42 Suppl 2',
        page: 'S93-S99',
      },
    ),
    'Geraud G, Spierings EL, Keywood C. Tolerability and safety of frovatriptan with short- and long-term use for treatment of migraine and in comparison with sumatriptan. Headache. 2002;42 Suppl 2:S93-9.',
  ],
  [
    article('Integrating clinical trial data into clinical practice', 'Neurology', {
      author: by('Glauser, T. A.'),
      issued: on(2002),
      volume: '58',
      issue: '12 Suppl 7',
      page: 'S6-S12',
    }),
    'Glauser TA. Integrating clinical trial data into clinical practice. Neurology. 2002;58(12 Suppl 7):S6-12.',
  ],
  [
    article('The psychoanalytic method from an epistemological viewpoint', 'Int J Psychoanal', {
      author: by('Abend, S. M.', 'Kulish, N.'),
      issued: on(2002),
      volume: '83',
      issue: 'Pt 2',
      page: '491-495',
    }),
    'Abend SM, Kulish N. The psychoanalytic method from an epistemological viewpoint. Int J Psychoanal. 2002;83(Pt 2):491-5.',
  ],
  [
    article('Development of a large animal model for lung tumors', 'J Vasc Interv Radiol', {
      author: by(
        'Ahrar, Kamran',
        'Madoff, David C.',
        'Gupta, Sanjay',
        'Wallace, Michael J.',
        'Price, Roger E.',
        'Wright, Kenneth C.',
      ),
      issued: on(2002),
      volume: '13',
      issue: '9 Pt 1',
      page: '923-928',
    }),
    'Ahrar K, Madoff DC, Gupta S, Wallace MJ, Price RE, Wright KC. Development of a large animal model for lung tumors. J Vasc Interv Radiol. 2002;13(9 Pt 1):923-8.',
  ],
  [
    article(
      'Intraoperative frozen section analysis in revision total joint arthroplasty',
      'Clin Orthop',
      {
        author: by('Banit, D. M.', 'Kaufer, H.', 'Hartford, J. M.'),
        issued: on(2002),
        issue: '401',
        page: '230-238',
      },
    ),
    'Banit DM, Kaufer H, Hartford JM. Intraoperative frozen section analysis in revision total joint arthroplasty. Clin Orthop. 2002;(401):230-8.',
  ],
  [
    article('Outreach: bringing HIV-positive individuals into care', 'HRSA Careaction', {
      issued: on(2002, 6),
      page: '1-6',
    }),
    'Outreach: bringing HIV-positive individuals into care. HRSA Careaction. 2002 Jun:1-6.',
  ],
  [
    article('The politics of ethical consensus finding', 'Bioethics', {
      author: by('Chadwick, R.', 'Schuklenk, U.'),
      issued: on(2002),
      volume: '16',
      issue: '2',
      page: 'iii-v',
    }),
    'Chadwick R, Schuklenk U. The politics of ethical consensus finding. Bioethics. 2002;16(2):iii-v.',
  ],
  [
    article(
      'International approaches to the prescription of long-term oxygen therapy',
      'Eur Respir J',
      {
        author: by('Tor, M.', 'Turker, H.'),
        issued: on(2002),
        volume: '20',
        issue: '1',
        page: '242',
        genre: 'letter',
      },
    ),
    'Tor M, Turker H. International approaches to the prescription of long-term oxygen therapy [letter]. Eur Respir J. 2002;20(1):242.',
  ],
  [
    article(
      'Comorbidity and repeat admission to hospital for adverse drug reactions in older adults: retrospective cohort study',
      'BMJ',
      {
        author: by(
          'Zhang, M.',
          'Holman, C. D.',
          'Price, S. D.',
          'Sanfilippo, F. M.',
          'Preen, D. B.',
          'Bulsara, M. K.',
        ),
        issued: on(2009, 1, 7),
        volume: '338',
        page: 'a2752',
        DOI: '10.1136/bmj.a2752',
      },
    ),
    'Zhang M, Holman CD, Price SD, Sanfilippo FM, Preen DB, Bulsara MK. Comorbidity and repeat admission to hospital for adverse drug reactions in older adults: retrospective cohort study. BMJ. 2009 Jan 7;338:a2752. doi: 10.1136/bmj.a2752.',
  ],
  [
    article('Signature of balancing selection in Arabidopsis', 'Proc Natl Acad Sci U S A', {
      author: by('Tian, D.', 'Araki, H.', 'Stahl, E.', 'Bergelson, J.', 'Kreitman, M.'),
      issued: on(2002),
      status: 'Forthcoming',
    }),
    'Tian D, Araki H, Stahl E, Bergelson J, Kreitman M. Signature of balancing selection in Arabidopsis. Proc Natl Acad Sci U S A. Forthcoming 2002.',
  ],
  [
    article('Blood pressure levels before dementia', 'Arch Neurol', {
      author: by('Petitti, D. B.', 'Crooks, V. C.', 'Buckwalter, J. G.', 'Chiu, V.'),
      issued: on(2005, 1),
      volume: '62',
      issue: '1',
      page: '112-116',
    }),
    'Petitti DB, Crooks VC, Buckwalter JG, Chiu V. Blood pressure levels before dementia. Arch Neurol. 2005 Jan;62(1):112-6.',
  ],
  [
    article(
      'Links between dietary salt intake, renal salt handling, blood pressure, and cardiovascular diseases',
      'Physiol Rev',
      {
        author: [
          ...by('Meneton, P.', 'Jeunemaitre, X.'),
          { family: 'Wardener', given: 'H. E.', 'non-dropping-particle': 'de' },
          ...by('MacGregor, G. A.'),
        ],
        issued: on(2005, 4),
        volume: '85',
        issue: '2',
        page: '679-715',
      },
    ),
    'Meneton P, Jeunemaitre X, de Wardener HE, MacGregor GA. Links between dietary salt intake, renal salt handling, blood pressure, and cardiovascular diseases. Physiol Rev. 2005 Apr;85(2):679-715.',
  ],
  [
    article(
      'The analysis of maxillary sinus aeration according to aging process: volume assessment by 3-dimensional reconstruction by high-resolutional CT scanning',
      'Otolaryngol Head Neck Surg',
      {
        author: by(
          'Jun, Beom-Cho',
          'Song, Sun-Wha',
          'Park, Chan-Soon',
          'Lee, Dong-Hee',
          'Cho, Kwang-Jae',
          'Cho, Jin-Hee',
        ),
        issued: on(2005, 3),
        volume: '132',
        issue: '3',
        page: '429-434',
      },
    ),
    'Jun BC, Song SW, Park CS, Lee DH, Cho KJ, Cho JH. The analysis of maxillary sinus aeration according to aging process: volume assessment by 3-dimensional reconstruction by high-resolutional CT scanning. Otolaryngol Head Neck Surg. 2005 Mar;132(3):429-34.',
  ],
  [
    {
      type: 'article-newspaper',
      title: 'Medical improvements lower homicide rate: study sees drop in assault rate',
      author: by('Tynan, T.'),
      'container-title': 'The Washington Post',
      issued: on(2002, 8, 12),
      section: 'A',
      page: '2',
    },
    'Tynan T. Medical improvements lower homicide rate: study sees drop in assault rate. The Washington Post. 2002 Aug 12;Sect. A:2.',
  ],
  [
    {
      type: 'book',
      title: 'Medical microbiology',
      author: by('Murray, P. R.', 'Rosenthal, K. S.', 'Kobayashi, G. S.', 'Pfaller, M. A.'),
      issued: on(2002),
      edition: '4',
      publisher: 'Mosby',
      'publisher-place': 'St. Louis',
    },
    'Murray PR, Rosenthal KS, Kobayashi GS, Pfaller MA. Medical microbiology. 4th ed. St. Louis: Mosby; 2002.',
  ],
  [
    {
      type: 'book',
      title: 'Operative obstetrics',
      editor: by('Gilstrap, L. C., 3rd', 'Cunningham, F. G.', 'VanDorsten, J. P.'),
      issued: on(2002),
      edition: '2',
      publisher: 'McGraw-Hill',
      'publisher-place': 'New York',
    },
    'Gilstrap LC 3rd, Cunningham FG, VanDorsten JP, editors. Operative obstetrics. 2nd ed. New York: McGraw-Hill; 2002.',
  ],
  [
    {
      type: 'book',
      title: 'Adolescent pregnancy',
      author: by('Breedlove, G. K.', 'Schorfheide, A. M.'),
      editor: by('Wieczorek, R. R.'),
      issued: on(2001),
      edition: '2',
      publisher: 'March of Dimes Education Services',
      'publisher-place': 'White Plains (NY)',
    },
    'Breedlove GK, Schorfheide AM. Adolescent pregnancy. 2nd ed. Wieczorek RR, editor. White Plains (NY): March of Dimes Education Services; 2001.',
  ],
  [
    article('Immortalization of yolk sac-derived precursor cells', 'Blood', {
      author: by('Yu, W. M.', 'Hawley, T. S.', 'Hawley, R. G.', 'Qu, C. K.'),
      issued: on(2002, 11, 15),
      volume: '100',
      issue: '10',
      page: '3828-3831',
    }),
    'Yu WM, Hawley TS, Hawley RG, Qu CK. Immortalization of yolk sac-derived precursor cells. Blood. 2002 Nov 15;100(10):3828-31.',
  ],
  [
    {
      type: 'book',
      title: 'Compendium of nursing research and practice development, 1999-2000',
      author: [
        { literal: 'Royal Adelaide Hospital' },
        { literal: 'University of Adelaide, Department of Clinical Nursing' },
      ],
      issued: on(2001),
      publisher: 'Adelaide University',
      'publisher-place': 'Adelaide (Australia)',
    },
    'Royal Adelaide Hospital; University of Adelaide, Department of Clinical Nursing. Compendium of nursing research and practice development, 1999-2000. Adelaide (Australia): Adelaide University; 2001.',
  ],
  [
    {
      type: 'book',
      title: 'Making sense of the chest x-ray: a hands-on guide',
      author: by('Jenkins, Paul F.'),
      issued: on(2005),
      publisher: 'Oxford University Press',
      'publisher-place': 'New York',
      'number-of-pages': '194',
    },
    'Jenkins PF. Making sense of the chest x-ray: a hands-on guide. New York: Oxford University Press; 2005. 194 p.',
  ],
  [
    {
      type: 'book',
      title: 'Informed decisions: the complete book of cancer diagnosis, treatment, and recovery',
      author: by('Eyre, H. J.', 'Lange, D. P.', 'Morris, L. B.'),
      issued: on(2002),
      edition: '2nd ed.',
      publisher: 'American Cancer Society',
      'publisher-place': 'Atlanta',
      'number-of-pages': '768',
    },
    'Eyre HJ, Lange DP, Morris LB. Informed decisions: the complete book of cancer diagnosis, treatment, and recovery. 2nd ed. Atlanta: American Cancer Society; 2002. 768 p.',
  ],
  [
    {
      type: 'book',
      title: 'Acute medical emergencies: the practical approach',
      author: by('Advanced Life Support Group'),
      issued: on(2001),
      publisher: 'BMJ Books',
      'publisher-place': 'London',
      'number-of-pages': '454',
    },
    'Advanced Life Support Group. Acute medical emergencies: the practical approach. London: BMJ Books; 2001. 454 p.',
  ],
  [
    {
      type: 'book',
      title: "Anderson's electronic atlas of hematology",
      author: by('Anderson, S. C.', 'Poulsen, K. B.'),
      issued: on(2002),
      medium: 'CD-ROM',
      publisher: 'Lippincott Williams & Wilkins',
      'publisher-place': 'Philadelphia',
    },
    "Anderson SC, Poulsen KB. Anderson's electronic atlas of hematology [CD-ROM]. Philadelphia: Lippincott Williams & Wilkins; 2002.",
  ],
  [
    {
      type: 'book',
      title: 'Improving palliative care for cancer',
      editor: by('Foley, K. M.', 'Gelband, H.'),
      issued: on(2001),
      accessed: on(2002, 7, 9),
      medium: 'Internet',
      publisher: 'National Academy Press',
      'publisher-place': 'Washington',
    },
    'Foley KM, Gelband H, editors. Improving palliative care for cancer [Internet]. Washington: National Academy Press; 2001 [cited 2002 Jul 9].',
  ],
  [
    {
      type: 'chapter',
      title: 'Chromosome alterations in human solid tumors',
      author: by('Meltzer, P. S.', 'Kallioniemi, A.', 'Trent, J. M.'),
      editor: by('Vogelstein, B.', 'Kinzler, K. W.'),
      'container-title': 'The genetic basis of human cancer',
      issued: on(2002),
      page: '93-113',
      publisher: 'McGraw-Hill',
      'publisher-place': 'New York',
    },
    'Meltzer PS, Kallioniemi A, Trent JM. Chromosome alterations in human solid tumors. In: Vogelstein B, Kinzler KW, editors. The genetic basis of human cancer. New York: McGraw-Hill; 2002. p. 93-113.',
  ],
  [
    {
      type: 'report',
      title: 'Method for measuring the size distribution of airborne Rhinovirus',
      author: by('Russell, M. L.', 'Goth-Goldstein, R.', 'Apte, M. G.', 'Fisk, W. J.'),
      number: 'LBNL49574',
      issued: on(2002, 1),
      publisher:
        'Lawrence Berkeley National Laboratory, Environmental Energy Technologies Division',
      'publisher-place': 'Berkeley (CA)',
    },
    'Russell ML, Goth-Goldstein R, Apte MG, Fisk WJ. Method for measuring the size distribution of airborne Rhinovirus. Berkeley (CA): Lawrence Berkeley National Laboratory, Environmental Energy Technologies Division; 2002 Jan. Report No.: LBNL49574.',
  ],
  [
    {
      type: 'paper-conference',
      title: "An analysis of Koza's computational effort statistic for genetic programming",
      author: by('Christensen, S.', 'Oppacher, F.'),
      editor: by('Foster, J. A.', 'Lutton, E.', 'Miller, J.', 'Ryan, C.', 'Tettamanzi, A. G.'),
      'container-title':
        'Genetic programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming',
      'event-date': {
        'date-parts': [
          [2002, 4, 3],
          [2002, 4, 5],
        ],
      },
      'event-place': 'Kinsdale, Ireland',
      issued: on(2002),
      page: '182-191',
      publisher: 'Springer',
      'publisher-place': 'Berlin',
    },
    "Christensen S, Oppacher F. An analysis of Koza's computational effort statistic for genetic programming. In: Foster JA, Lutton E, Miller J, Ryan C, Tettamanzi AG, editors. Genetic programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming; 2002 Apr 3-5; Kinsdale, Ireland. Berlin: Springer; 2002. p. 182-91.",
  ],
  [
    {
      type: 'thesis',
      genre: 'dissertation',
      title: 'Infant sleep and feeding: a telephone survey of Hispanic Americans',
      author: by('Borkowski, M. M.'),
      issued: on(2002),
      publisher: 'Central Michigan University',
      'publisher-place': 'Mount Pleasant (MI)',
    },
    'Borkowski MM. Infant sleep and feeding: a telephone survey of Hispanic Americans [dissertation]. Mount Pleasant (MI): Central Michigan University; 2002.',
  ],
  [
    {
      type: 'patent',
      title: 'Flexible endoscopic grasping and cutting device and positioning tool assembly',
      author: by('Pagedas, A. C.'),
      publisher: 'Ancel Surgical R&D Inc.',
      jurisdiction: 'United States',
      number: 'US 20020103498',
      issued: on(2002, 8, 1),
    },
    'Pagedas AC, inventor; Ancel Surgical R&D Inc., assignee. Flexible endoscopic grasping and cutting device and positioning tool assembly. United States patent US 20020103498. 2002 Aug 1.',
  ],
  [
    {
      type: 'report',
      title: 'Health monitoring on vibration signatures',
      genre: 'Final report',
      author: by('Yen, G. G.'),
      number: 'AFRLSRBLTR020123',
      issued: on(2002, 2),
      publisher: 'Air Force Office of Scientific Research (US), Air Force Research Laboratory',
      'publisher-place': 'Arlington (VA)',
    },
    'Yen GG. Health monitoring on vibration signatures. Final report. Arlington (VA): Air Force Office of Scientific Research (US), Air Force Research Laboratory; 2002 Feb. Report No.: AFRLSRBLTR020123.',
  ],
  [
    {
      type: 'webpage',
      title: 'Cancer-Pain.org',
      issued: on(2000),
      accessed: on(2002, 7, 9),
      publisher: 'Association of Cancer Online Resources, Inc.',
      'publisher-place': 'New York',
    },
    'Cancer-Pain.org [Internet]. New York: Association of Cancer Online Resources, Inc.; 2000 [cited 2002 Jul 9].',
  ],
  [
    {
      type: 'entry-dictionary',
      title: 'filamin',
      'container-title': "Dorland's illustrated medical dictionary",
      edition: '29',
      issued: on(2000),
      page: '675',
      publisher: 'W.B. Saunders',
      'publisher-place': 'Philadelphia',
    },
    "Dorland's illustrated medical dictionary. 29th ed. Philadelphia: W.B. Saunders; 2000. Filamin; p. 675.",
  ],
  [
    {
      type: 'map',
      title: 'Biodiversity hotspots',
      author: by('Pratt, B.', 'Flick, P.', 'Vynne, C.'),
      issued: on(2000),
      publisher: 'Conservation International',
      'publisher-place': 'Washington',
    },
    'Pratt B, Flick P, Vynne C, cartographers. Biodiversity hotspots [map]. Washington: Conservation International; 2000.',
  ],
  [
    {
      type: 'book',
      title: 'Germ cell tumours V',
      editor: by('Harnden, P.', 'Joffe, J. K.', 'Jones, W. G.'),
      'event-title': 'Proceedings of the 5th Germ Cell Tumour Conference',
      'event-date': {
        'date-parts': [
          [2001, 9, 13],
          [2001, 9, 15],
        ],
      },
      'event-place': 'Leeds, UK',
      issued: on(2002),
      publisher: 'Springer',
      'publisher-place': 'New York',
    },
    'Harnden P, Joffe JK, Jones WG, editors. Germ cell tumours V. Proceedings of the 5th Germ Cell Tumour Conference; 2001 Sep 13-15; Leeds, UK. New York: Springer; 2002.',
  ],
];

/** Where the list differs, by titles, and why. */
export const NLM_DIFFERENCES: Readonly<Record<string, string>> = {
  // A period at the end would be taken for a part of the DOI; in the sample, a sentence follows it.
  'Comorbidity and repeat admission to hospital for adverse drug reactions in older adults: retrospective cohort study':
    '338:a2752. doi: 10.1136/bmj.a2752',
  // Chapter 2, section C, has the dictionary first; an entry that is cited is looked for by its own name.
  filamin: "filamin. In: Dorland's illustrated medical dictionary. 29th ed. Philadelphia",
};
