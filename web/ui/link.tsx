import type { ComponentType } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

type LinkProps = Omit<RouterLinkProps, 'defaultShouldRevalidate' | 'discover' | 'mask' | 'relative'> & {
  prefetch?: 'intent'
}

/** The router's link. On the server, where a page has up to a hundred, the same markup without the router's hooks. */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : RouterLink

export function ServerLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, state, viewTransition, ...attributes } =
    props
  if (typeof to !== 'string' || !PLAIN_PATH.test(to)) return <RouterLink {...props} />
  return <a {...attributes} href={to} data-discover="true" />
}

/** A path in which the router has nothing to resolve. */
const PLAIN_PATH = /^\/(?:[^/.?#][^/?#]*(?:\/[^/.?#][^/?#]*)*)?(?:[?#]|$)/
