import { expect, test } from 'vitest'
import { addChange } from './list-params.ts'

const change = (loading: string, from: string, to: string) =>
  addChange(new URLSearchParams(loading), {
    from: new URLSearchParams(from),
    to: new URLSearchParams(to),
  }).toString()

test('a filter adds to those that are loading', () => {
  expect(change('category=Makeup&color=berry', 'category=Makeup', 'category=Makeup&size=5+ml')).toBe(
    'category=Makeup&color=berry&size=5+ml',
  )
  expect(change('category=Skincare', 'category=Makeup', 'category=Makeup&color=berry')).toBe(
    'category=Skincare&color=berry',
  )
  expect(change('color=berry', '', 'color=red')).toBe('color=red')
})

test('a filter that is removed leaves the others', () => {
  expect(change('color=berry&size=5+ml', 'color=berry', '')).toBe('size=5+ml')
})

test('choosing a filter twice is the same as once', () => {
  expect(change('color=berry', '', 'color=berry')).toBe('color=berry')
})

test('a filter leads to the first page', () => {
  expect(change('cursor=page2&after=review9', '', 'color=berry')).toBe('color=berry')
})
