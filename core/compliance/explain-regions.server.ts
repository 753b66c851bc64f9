import { Refusal } from '#core/errors.ts'
import { violates } from '#db/database-error.ts'

/** A product names a person who doesn't answer for its region, or no longer does: two changes at once. */
export async function explainRegions<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'product_responsible_person_region')) throw error
    const message =
      'A product names a person who isn’t responsible in that region. Reload the page and choose another one.'
    throw new Refusal('conflict', message, { responsiblePersons: message })
  }
}
