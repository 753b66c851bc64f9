import { type Sql, sql } from '#db/sql.ts'
import { STATES } from './states.ts'

/** Where taxes differ by state or are reported by it. British VAT is the same in all counties. */
const TAXED_BY_STATE = ['US', 'CA', 'IN'] as const

/** By country, from a state's code and name in lowercase to its code. */
const STATE_CODES = sql.json(
  Object.fromEntries(
    TAXED_BY_STATE.map((region) => [
      region,
      Object.fromEntries(
        STATES[region].flatMap(([code, name]) => [code, name].map((text) => [comparable(text), code])),
      ),
    ]),
  ),
)

function comparable(text: string): string {
  return text.toLowerCase().replaceAll('.', '')
}

const TYPED_STATE = sql`trim(regexp_replace(shipping_address ->> 'state', '\\s+', ' ', 'g'))`

/** The code of an order's state; null if the text that the shopper typed isn't one. */
export const KNOWN_TAX_STATE: Sql = sql`${STATE_CODES}::jsonb -> region ->> lower(replace(${TYPED_STATE}, '.', ''))`

/** The state in which an order's tax is reported. */
export const TAX_STATE: Sql = sql`
  case when ${STATE_CODES}::jsonb ? region then coalesce(${KNOWN_TAX_STATE}, nullif(${TYPED_STATE}, '')) end`
