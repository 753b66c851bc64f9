import type { RegionCode } from '#core/regions/regions.ts'
import { countryName } from './countries.ts'
import type { PublicInformation } from './public-information.server.ts'
import { contactHref } from './responsible-person.ts'

export type InformationEntry = { label: string; lines: string[]; link?: { to: string; text: string } }

type ShownWith = {
  region: RegionCode
  /** The size, with the unit price where law requires it. */
  quantity: string | undefined
}

/** What a product page states, in order. Nothing if the store has entered nothing. */
export function informationEntries(
  { information, responsiblePersons }: PublicInformation,
  { region, quantity }: ShownWith,
): InformationEntry[] {
  const person = responsiblePersons[region]
  if (!information && !person) return []
  const { productType, precautions = [], monthsAfterOpening, bestBefore, originCountry } = information ?? {}
  return [
    ...entry('Type', productType),
    ...entry('Net quantity', quantity),
    ...entry('Precautions', ...precautions),
    ...entry('Once opened', monthsAfterOpening && `Use within ${months(monthsAfterOpening)}.`),
    ...entry('Best before', bestBefore),
    ...entry('Country of origin', originCountry && countryName(originCountry)),
    ...(person
      ? [
          {
            label: 'Responsible person',
            lines: [person.name, ...person.postalAddress],
            link: { to: contactHref(person), text: person.electronicAddress.replace('https://', '') },
          },
        ]
      : []),
  ]
}

function entry(label: string, ...values: (string | number | null | undefined)[]): InformationEntry[] {
  const lines = values.flatMap((line) => (line ? [String(line)] : []))
  return lines.length ? [{ label, lines }] : []
}

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)
