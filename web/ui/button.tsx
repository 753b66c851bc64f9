import type { ComponentProps } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useControlStyles } from './fields/control-styles.ts'

const VARIANTS = { primary: 'button-primary', secondary: 'button-secondary' }

type ButtonStyle = { variant?: keyof typeof VARIANTS }
export type ButtonProps = ComponentProps<'button'> & ButtonStyle

/** For an element that isn't a button but looks like one, such as the summary of a form. */
export function useButtonClass({ variant = 'primary' }: ButtonStyle = {}): string {
  return `button ${useControlStyles().button} ${VARIANTS[variant]} cursor-pointer`
}

export function Button({ variant = 'primary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${useButtonClass({ variant })} ${className}`} {...rest} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle

export function ButtonLink({ variant = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return (
    <Link className={`button ${useControlStyles().button} ${VARIANTS[variant]} ${className}`} {...rest} />
  )
}
