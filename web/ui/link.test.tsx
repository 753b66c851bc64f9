import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Link, MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ServerLink } from './link.tsx'

const render = (link: ReactNode) => renderToString(<MemoryRouter>{link}</MemoryRouter>)

const PROPS: ComponentProps<typeof ServerLink>[] = [
  ...['/', '/categories', '/search?q=a//b&size=50.5', '/search?next=/../x', '/product/rose#reviews'],
  ...['/product/crème/été', '/product/%C3%A9', '/x y', '/file.csv', '/"<&'],
  ...['/a/', '//example.com', '/a/../b', '/a//b', '/./a', 'a', '', '..', '?page=2', '#top'],
  ...['https://example.com/a', 'mailto:care@example.com', '\\\\example.com'],
  { pathname: '/categories', search: '?sort=price' },
].map((to) => ({ to, className: 'p-4', 'aria-current': 'page', children: 'Rose' }))

test.each(PROPS)('the server writes the router’s link to $to', (props) => {
  expect(render(<ServerLink {...props} />)).toBe(render(<Link {...props} />))
})

test('what only the router needs is not in the markup', () => {
  const props: ComponentProps<typeof ServerLink> = {
    to: '/categories',
    prefetch: 'intent',
    replace: true,
    state: { from: '/' },
    preventScrollReset: true,
    viewTransition: true,
    reloadDocument: true,
    onClick: () => {},
  }
  expect(render(<ServerLink {...props} />)).toBe(render(<Link {...props} />))
})
