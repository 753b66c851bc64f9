import { expect, test } from 'vitest'
import { isSidebarOpen } from './sidebar-state.ts'

test.each([
  [null, true],
  ['a=b', true],
  ['a=b; sidebar_state=false', false],
  ['__Host-sidebar_state=false', false],
  // The cookie with the prefix is newer.
  ['sidebar_state=false; __Host-sidebar_state=true', true],
])('the sidebar is as the cookie says: %s', (cookies, isOpen) => {
  expect(isSidebarOpen(cookies)).toBe(isOpen)
})
