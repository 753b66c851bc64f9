import { expect, test } from 'vitest'
import { REGION_CODES } from './regions.ts'
import { STATES } from './states.ts'

test('each country suggests each of its states once', () => {
  for (const region of REGION_CODES)
    for (const part of [0, 1])
      expect(new Set(STATES[region].map((state) => state[part])).size).toBe(STATES[region].length)
  const statesAndCapital = 51
  const territories = 5
  const armedForces = 3
  expect(STATES.US).toHaveLength(statesAndCapital + territories + armedForces)
  expect([STATES.CA.length, STATES.IN.length]).toEqual([13, 36])
})

test('a state is suggested as the post abbreviates it', () => {
  expect(STATES.US).toContainEqual(['NY', 'New York'])
  expect(STATES.CA).toContainEqual(['QC', 'Quebec'])
  expect(STATES.GB).toContainEqual(['Kent', 'Kent'])
  expect(STATES.IN).toContainEqual(['Kerala', 'Kerala'])
})
