import type { FocusEvent } from 'react'
import { expect, test } from 'vitest'
import { closeOnFocusOut } from './use-sidebar.ts'

test('the menu closes when the focus leaves it, so that it is never behind the menu', () => {
  const inside = {}
  const isOpenAfter = (relatedTarget: object | null) => {
    const menu = { open: true, contains: (element: object) => element === inside }
    closeOnFocusOut({ currentTarget: menu, relatedTarget } as unknown as FocusEvent<HTMLDetailsElement>)
    return menu.open
  }
  expect(isOpenAfter(inside)).toBe(true)
  expect(isOpenAfter({})).toBe(false)
  expect(isOpenAfter(null), 'the window lost the focus').toBe(true)
})
