import { expect, test } from 'vitest'
import { waitForRenderTurn } from './render-turns.ts'

test('pages render in the order of their requests, and other work gets a turn between two of them', async () => {
  const events: string[] = []
  const nextTurn = () => {
    events.push('other work')
    if (renders.length) setImmediate(nextTurn)
  }
  const renders = ['first', 'second', 'third']
  setImmediate(nextTurn)
  await Promise.all(
    renders.map(async (name) => {
      await waitForRenderTurn()
      events.push(name)
      if (name === 'third') renders.length = 0
    }),
  )
  expect(events.filter((event) => event !== 'other work')).toEqual(['first', 'second', 'third'])
  expect(events.join()).not.toMatch(/first,second|second,third/)

  await waitForRenderTurn()
})
