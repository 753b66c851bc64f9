import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EMAIL_LIMITS, GUESS_LIMITS, REQUEST_LIMITS } from '#core/accounts/sign-in/limits.ts'
import { MAX_SOURCES_PER_DAY } from '#core/analytics/visit-sources.server.ts'
import { MAX_TERMS_PER_DAY } from '#core/analytics/visits.server.ts'
import { HOLD_LIMITS } from '#core/payments/hold-limits.ts'

const DOCS = readFileSync(path.join(import.meta.dirname, '../docs/limits.md'), 'utf8')

/** The rows of a section's table: the name in the first cell, and the numbers of the others. */
function tableRows(heading: string): Record<string, number[]> {
  const section = DOCS.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.matchAll(/^\| `([\w-]+)` ((?:\| [\d.]+%? )+)\|/gm)
  return Object.fromEntries(
    [...rows].map(([, name, cells = '']) => [name, cells.match(/[\d.]+/g)?.map(Number)]),
  )
}

const toRows = (limits: Record<string, { max: number; minutes: number }>) =>
  Object.fromEntries(Object.entries(limits).map(([name, { max, minutes }]) => [name, [max, minutes]]))

test('the documented limits are the ones in force', () => {
  expect(tableRows('Requests')).toEqual(toRows(REQUEST_LIMITS))
  expect(tableRows('Passwords')).toEqual(toRows(GUESS_LIMITS))
  expect(tableRows('Emails')).toEqual(toRows(EMAIL_LIMITS))
  const holds = Object.entries(HOLD_LIMITS).map(([name, { payments, units, unitsOfProduct, share }]) => [
    name,
    [payments, units, unitsOfProduct, Math.round(share * 100)],
  ])
  expect(tableRows('Unpaid orders')).toEqual(Object.fromEntries(holds))
  const perDay = [MAX_SOURCES_PER_DAY, MAX_TERMS_PER_DAY].map((max) => max.toLocaleString('en-US'))
  expect(DOCS).toContain(`counted for Analytics | ${perDay.join(' and ')} a day |`)
})
