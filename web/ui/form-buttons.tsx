import type { ComponentProps } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { useControlStyles } from './fields/control-styles.ts'
import { LINK_HEIGHTS } from './text-link.tsx'

const WIDTHS = { medium: 'w-full sm:w-auto sm:min-w-48', small: '' }

/** As wide as a phone on pages for shoppers. */
export function SubmitButton({ className = '', ...rest }: ButtonProps) {
  return <Button type="submit" className={`${WIDTHS[useControlStyles().size]} ${className}`} {...rest} />
}

/** Looks like a link. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="submit"
      className={`link-line cursor-pointer ${LINK_HEIGHTS[useControlStyles().size]} ${className}`}
      {...rest}
    />
  )
}
