import type { Jurisdiction, Substance, SubstanceFact, SubstanceFields } from '#core/ingredients/substance.ts'
import { buildSubstances } from '../build-substances.ts'

/**
 * Source: Annex III to Regulation (EC) No 1223/2009, as amended by Commission Regulation (EU) 2023/1545 of 26 July 2023
 * (OJ L 188, 27.7.2023, p. 1), which replaced 17 entries and added 45 (327 to 371); 19 earlier ones stand unchanged.
 * Names on labels are those of the regulation. Great Britain requires the 24 earlier ones. Canada refers to Annex III.
 */
export const ALLERGEN_ENTRIES = 81

const ANNEX_III = {
  authority: 'Regulation (EC) No 1223/2009, Annex III',
  url: 'https://eur-lex.europa.eu/eli/reg/2009/1223/oj',
}
const AMENDMENT_URL = 'https://eur-lex.europa.eu/eli/reg/2023/1545/oj'
const EU_TRANSITION =
  'Products placed on the market before may be sold until July 31, 2028. Their labels may lack it.'
const RETAINED_ANNEX_III = {
  authority: 'Regulation (EC) No 1223/2009 as retained in UK law, Annex III',
  url: 'https://www.legislation.gov.uk/eur/2009/1223/contents',
}
const CANADA = {
  authority: 'Cosmetic Regulations (C.R.C., c. 869), which refer to Annex III of the EU’s regulation',
  url: 'https://laws-lois.justice.gc.ca/eng/regulations/C.R.C.,_c._869/',
}

type AllergenOptions = Pick<Partial<SubstanceFields>, 'functions' | 'origins'> & {
  /** INCI names of substances that are labeled with this entry's name. */
  members?: string[]
  note?: string
}

const allergenOf =
  (isEarlier: boolean) =>
  (
    entry: number,
    name: string,
    numbers: string,
    synonyms = '',
    { members = [], note, functions = ['fragrance'], origins = [] }: AllergenOptions = {},
  ): Substance[] => {
    const facts = allergenFacts(entry, isEarlier, note)
    const shared = { functions, origins }
    return [
      ...buildSubstances(shared, [[name, numbers, synonyms]]),
      ...buildSubstances({ ...shared, labeledAs: name }, members.map(memberRow)),
    ].map((substance) => ({ ...substance, facts }))
  }

/** The 24 that labels name since Regulation (EC) No 1223/2009 applies, and before. */
export const earlier = allergenOf(true)
/** Those of Regulation (EU) 2023/1545. */
export const added = allergenOf(false)

/** "Rosa Damascena Flower Oil = Damask Rose Oil" */
function memberRow(member: string): readonly [string, string, string] {
  const [name = '', synonym = ''] = member.split(' = ')
  return [name, '', synonym]
}

/** A product names an allergen above these percentages, in all three jurisdictions. */
const THRESHOLDS = { leaveOnPercent: 0.001, rinseOffPercent: 0.01 }

function allergenFacts(entry: number, isEarlier: boolean, note: string | undefined): SubstanceFact[] {
  const fact = (
    jurisdiction: Jurisdiction,
    { authority, url }: { authority: string; url: string },
    since: string,
    transition?: string,
  ): SubstanceFact => ({
    ...{ kind: 'fragrance_allergen', jurisdiction, authority, url, since, ...THRESHOLDS },
    note: [note, transition].filter(Boolean).join(' ') || null,
  })
  if (isEarlier)
    return [
      fact('EU', { ...ANNEX_III, authority: `${ANNEX_III.authority}, entry ${entry}` }, '2013-07-11'),
      fact('GB', RETAINED_ANNEX_III, '2021-01-01'),
      fact('CA', CANADA, '2026-04-12'),
    ]
  const amended = `${ANNEX_III.authority}, entry ${entry}, as amended by Regulation (EU) 2023/1545`
  return [
    fact('EU', { authority: amended, url: AMENDMENT_URL }, '2026-08-01', EU_TRANSITION),
    fact('CA', CANADA, '2026-08-01', 'For products on the market before, from August 1, 2028.'),
  ]
}
