import { calendarDay } from '#core/dates.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import type { SeedEvent } from '../seed-store.ts'

const SHIPS_IN_DAYS = 40

/** The next batch of one product is sold before it is in. Earlier orders don't wait for it. */
export function preorderEvent(now: number): SeedEvent {
  return {
    at: now,
    async run({ db }) {
      const day = calendarDay(new Date(now + SHIPS_IN_DAYS * DAY_MS), 'UTC')
      await execute(db)`update products set preorder_date = ${day}::date where slug = 'amber-solid-perfume'`
    },
  }
}
