import { expect, test } from 'vitest'
import { HomeFields } from '../content.ts'
import { HOME } from '../defaults/home.ts'
import { newBlock } from './blocks.ts'
import { HOME_SECTIONS, moveSection, shownSections } from './sections.ts'

test('a section moves by one place, and not beyond the first or the last', () => {
  const up = moveSection([...HOME_SECTIONS], 'story', -1)
  expect(up).toEqual(['offers', 'story', 'products', 'categories', 'tiles'])
  const first = moveSection(up, 'story', -1)
  expect(first).toEqual(['story', 'offers', 'products', 'categories', 'tiles'])
  expect(moveSection(first, 'story', -1)).toEqual(first)
  expect(moveSection([...HOME_SECTIONS], 'tiles', 1)).toEqual(HOME_SECTIONS)
  expect(moveSection(first, 'films', 1)).toEqual(first)
})

test('an order is any order of known sections, each at most once', () => {
  const quote = newBlock('quote')
  const isAccepted = (sections: string[]) =>
    HomeFields.safeParse({ ...HOME, sections, blocks: [quote] }).success
  expect(isAccepted(['tiles', quote.id, 'offers'])).toBe(true)
  expect(isAccepted([...HOME_SECTIONS, quote.id])).toBe(true)
  for (const sections of [[], ['story', 'story', quote.id], ['films', quote.id], ['offers']])
    expect(isAccepted(sections), sections.join()).toBe(false)
  const many = Array.from({ length: 21 }, () => newBlock('story'))
  const tooMany = { ...HOME, sections: many.map(({ id }) => id), blocks: many }
  expect(HomeFields.safeParse(tooMany).success).toBe(false)
})

test('a section is shown from its start until its end', () => {
  const scheduled = {
    sections: ['offers', 'story'],
    schedules: { story: { from: '2026-11-27T08:00:00.000Z', until: '2026-11-30T08:00:00.000Z' } },
  }
  const at = (time: string) => shownSections(scheduled, new Date(time))
  expect(at('2026-11-27T07:59:59.999Z')).toEqual({
    sections: ['offers'],
    changesAt: new Date('2026-11-27T08:00:00.000Z'),
  })
  expect(at('2026-11-27T08:00:00.000Z')).toEqual({
    sections: ['offers', 'story'],
    changesAt: new Date('2026-11-30T08:00:00.000Z'),
  })
  expect(at('2026-11-30T08:00:00.000Z')).toEqual({ sections: ['offers'], changesAt: undefined })
  const refused = {
    ...HOME,
    schedules: { story: { from: '2026-11-30T08:00:00Z', until: '2026-11-27T08:00:00Z' } },
  }
  expect(HomeFields.safeParse(refused).error?.issues[0]?.path).toEqual(['schedules', 'story', 'until'])
})
