import type { Substance } from '#core/ingredients/substance.ts'
import { buildSubstances, type SubstanceRow } from '../build-substances.ts'
import { earlier } from './build-allergens.ts'

const EARLIER: Substance[] = [
  earlier(45, 'Benzyl Alcohol', '100-51-6 202-859-9', 'Phenylmethanol', {
    functions: ['preservative', 'fragrance', 'solvent'],
    note: 'If it is there for another purpose than to preserve the product.',
  }),
  earlier(67, 'Amyl Cinnamal', '122-40-7 204-541-5', 'Amyl Cinnamaldehyde'),
  earlier(69, 'Cinnamyl Alcohol', '104-54-1 203-212-3', 'Cinnamic Alcohol'),
  earlier(70, 'Citral', '5392-40-5 226-394-6 141-27-5 205-476-5 106-26-3 203-379-2', 'Geranial; Neral'),
  earlier(71, 'Eugenol', '97-53-0 202-589-1'),
  earlier(72, 'Hydroxycitronellal', '107-75-5 203-518-7'),
  earlier(73, 'Isoeugenol', '97-54-1 202-590-7 5932-68-3 227-678-2 5912-86-7 227-633-7'),
  earlier(74, 'Amylcinnamyl Alcohol', '101-85-9 202-982-8'),
  earlier(75, 'Benzyl Salicylate', '118-58-1 204-262-9'),
  earlier(76, 'Cinnamal', '104-55-2 203-213-9', 'Cinnamaldehyde; Cinnamic Aldehyde'),
  earlier(77, 'Coumarin', '91-64-5 202-086-7'),
  earlier(78, 'Geraniol', '106-24-1 203-377-1'),
  earlier(80, 'Anise Alcohol', '105-13-5 203-273-6', 'Anisyl Alcohol; 4-Methoxybenzyl Alcohol'),
  earlier(81, 'Benzyl Cinnamate', '103-41-3 203-109-3'),
  earlier(82, 'Farnesol', '4602-84-0 225-004-1'),
  earlier(84, 'Linalool', '78-70-6 201-134-4'),
  earlier(85, 'Benzyl Benzoate', '120-51-4 204-402-9'),
  earlier(86, 'Citronellol', '106-22-9 203-375-0 1117-61-9 214-250-5 7540-51-4 231-415-7'),
  earlier(87, 'Hexyl Cinnamal', '101-86-0 202-983-3', 'Hexyl Cinnamaldehyde'),
  earlier(
    88,
    'Limonene',
    '138-86-3 205-341-0 5989-27-5 227-813-5 5989-54-8 227-815-6',
    'd-Limonene; l-Limonene; Dipentene',
  ),
  earlier(89, 'Methyl 2-Octynoate', '111-12-6 203-836-6', 'Methyl Heptine Carbonate'),
  earlier(90, 'Alpha-Isomethyl Ionone', '127-51-5 204-846-3'),
  earlier(91, 'Evernia Prunastri Extract', '90028-68-5 289-861-3', 'Oakmoss Extract'),
  earlier(92, 'Evernia Furfuracea Extract', '90028-67-4 289-860-8', 'Treemoss Extract'),
].flat()

/** Two of the 26 that labels named until the EU prohibited them. */
const FORMER: Substance[] = [
  prohibited(
    ['Butylphenyl Methylpropional', '80-54-6 201-289-8', 'Lilial'],
    ['Regulation (EU) 2021/1902', 'https://eur-lex.europa.eu/eli/reg/2021/1902/oj', '2022-03-01'],
  ),
  prohibited(
    ['Hydroxyisohexyl 3-Cyclohexene Carboxaldehyde', '31906-04-4 250-863-4', 'HICC; Lyral'],
    ['Regulation (EU) 2017/1410', 'https://eur-lex.europa.eu/eli/reg/2017/1410/oj', '2021-08-23'],
  ),
].flat()

export const EARLIER_ALLERGENS: Substance[] = [...EARLIER, ...FORMER]

function prohibited(row: SubstanceRow, [act, url, since]: [act: string, url: string, since: string]) {
  const authority = `${act}, amending Annex II to Regulation (EC) No 1223/2009`
  return buildSubstances({ functions: ['fragrance'], origins: ['synthetic'] }, [row]).map((substance) => ({
    ...substance,
    facts: [
      {
        ...{ kind: 'prohibited' as const, jurisdiction: 'EU' as const, authority, url, since, note: null },
        ...{ leaveOnPercent: null, rinseOffPercent: null },
      },
    ],
  }))
}
