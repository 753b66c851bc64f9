import type { ComponentProps } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useControlStyles } from './fields/control-styles.ts'

export const LINK_HEIGHTS = { medium: 'min-h-11', small: 'min-h-9' }

type Props = ComponentProps<typeof Link>

/** A link in a sentence or a table. */
export function TextLink({ className = '', ...link }: Props) {
  return <Link className={`link-line ${className}`} {...link} />
}

/** A link on its own, tall enough to tap. */
export function ActionLink({ className = '', ...link }: Props) {
  return (
    <TextLink
      className={`inline-flex items-center ${LINK_HEIGHTS[useControlStyles().size]} ${className}`}
      {...link}
    />
  )
}
