import { expect, test } from 'vitest'
import { regionFromTimeZone } from './time-zones.ts'

test.each([
  ['America/New_York', 'US'],
  ['America/Indiana/Tell_City', 'US'],
  ['Pacific/Honolulu', 'US'],
  ['America/Toronto', 'CA'],
  ['America/St_Johns', 'CA'],
  ['Canada/Pacific', 'CA'],
  ['Europe/London', 'GB'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['America/Sao_Paulo', undefined],
  ['Europe/Paris', undefined],
  ['UTC', undefined],
  ['', undefined],
  [undefined, undefined],
])('the time zone %s is in region %s', (zone, region) => {
  expect(regionFromTimeZone(zone)).toBe(region)
})
