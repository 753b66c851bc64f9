import { expect, test } from 'vitest'
import { bold, document, heading, link, paragraph, picture, value } from '../build-rich-text.ts'
import { HOME } from '../defaults/home.ts'
import { EVERY_NODE } from '../rich-text.fixture.ts'
import { contentLines } from './content-lines.ts'
import { diffLines } from './diff-lines.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const diff = (before: string, after: string) =>
  diffLines([...before], [...after])
    .map(({ type, text }) => marks[type].trim() + text)
    .join(' ')

test('lines that stay are found, and others are removed and added', () => {
  expect(diff('abc', 'abc')).toBe('a b c')
  expect(diff('', 'ab')).toBe('+a +b')
  expect(diff('ab', '')).toBe('-a -b')
  expect(diff('abcd', 'axcd')).toBe('a -b +x c d')
  expect(diff('aa', 'a')).toBe('a -a')
  expect(diff('abcde', 'bxdea')).toBe('-a b -c +x d e +a')
})

test('a very long text is compared in bounded time', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `line ${index}`)
  const changes = diffLines(['first', ...before], ['first', ...before.toReversed()])
  expect(changes[0]).toEqual({ type: 'same', text: 'first' })
  expect(changes).toHaveLength(10_001)
})

test('a content’s lines have every field, and its formatting', () => {
  const body = document(
    heading('Where'),
    paragraph('In ', bold('Bath'), ', ', link('see', '/contact'), ' for ', value('return-days')),
    picture('mood-home', 'A hall'),
  )
  const fields = { title: 'Us', lead: '', description: 'Who', body }
  expect(contentLines({ kind: 'page', fields })).toEqual([
    'Title: Us',
    'Description: Who',
    '## Where',
    'In **Bath**, see (/contact) for [Days to return an order]',
    '[Picture mood-home: A hall, ]',
  ])
  const every = contentLines({ kind: 'page', fields: { ...fields, body: EVERY_NODE } })
  expect(every.join('\n')).not.toMatch(/undefined|object/)
  expect(contentLines({ kind: 'home', fields: HOME })).toEqual(
    expect.arrayContaining([
      'Hero, heading: Small batches, / slow evenings',
      'Hero link, address: /categories',
    ]),
  )
})
