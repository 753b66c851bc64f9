import { REQUIREMENT_NAMES } from '../compliance/duties.ts'
import { type DutyReport, reportDuties } from '../compliance/missing-information.server.ts'
import { REGIONS } from '../regions/regions.ts'
import { buildTerms } from '../regions/terms.ts'
import { selectStoreSettings } from '../settings/store-settings.server.ts'
import { type Check, complete, warning } from './check.ts'
import type { ChecklistDetail } from './readiness.ts'

/** The law as reported, so it warns, and never stops a store from opening. */
export const LEGAL_DUTIES: Check = {
  id: 'legal-duties',
  title: 'Product information',
  critical: false,
  async run({ db, log, now, dutiesOn = now.toISOString().slice(0, 10) }) {
    const { settings } = await selectStoreSettings(db, log)
    const { regions } = buildTerms(settings)
    const lacking = (await reportDuties(db, { regions, on: dutiesOn })).filter(({ count }) => count > 0)
    if (!lacking.length)
      return complete('Products have what the law of their regions asks for, as far as the store can check.')
    return warning(
      `Products lack what the law of their regions asks for on ${dutiesOn}, as reported. This is no legal advice.`,
      { to: 'products/information', label: 'Open product information' },
      lacking.map((duty) => toDetail(duty, dutiesOn)),
    )
  },
}

function toDetail({ id, region, requirement, count, products }: DutyReport, on: string): ChecklistDetail {
  const names = products.map(({ name }) => name)
  const more = count - names.length
  const listed = more ? [...names, `${more} more`] : names
  const requirementName = REQUIREMENT_NAMES[requirement]
  return {
    text: `${REGIONS[region].country}, ${requirementName}: ${new Intl.ListFormat('en').format(listed)}`,
    link: {
      to: `products/information?${new URLSearchParams({ show: id, from: on })}`,
      label: count === 1 ? 'Show the product' : `Show ${count} products`,
    },
  }
}
