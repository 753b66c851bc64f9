import type { ComponentProps } from 'react'
import { ActionLink, TextLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'

/** `to` is relative to the current layout. */
type Props = ComponentProps<typeof TextLink> & { to: string }

export function AdminLink({ to, ...link }: Props) {
  return <TextLink to={useAdminPath()(to)} {...link} />
}

/** In the lead cell of a table. */
export function CellLink({ className = '', ...link }: Props) {
  return <AdminLink className={`inline-flex min-h-6 items-center ${className}`} {...link} />
}

/** In a screen's header. */
export function HeaderLink({ to, ...link }: Props) {
  return <ActionLink to={useAdminPath()(to)} {...link} />
}
