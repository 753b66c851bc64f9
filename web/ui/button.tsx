import type { ComponentProps } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useControlStyles } from './fields/control-styles.ts'

const SHAPE =
  'inline-flex items-center justify-center border text-small tracking-wide transition-colors disabled:cursor-not-allowed disabled:opacity-50'

const VARIANTS = {
  primary: 'border-transparent bg-ink text-white hover:bg-rosewood active:bg-rosewood-deep',
  secondary: 'border-control text-ink hover:border-ink hover:bg-ink hover:text-white',
}

type ButtonStyle = { variant?: keyof typeof VARIANTS }
export type ButtonProps = ComponentProps<'button'> & ButtonStyle

/** For an element that isn't a button but looks like one, such as the summary of a form. */
export function useButtonClass({ variant = 'primary' }: ButtonStyle = {}): string {
  return `${SHAPE} ${useControlStyles().button} ${VARIANTS[variant]} cursor-pointer`
}

export function Button({ variant = 'primary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${useButtonClass({ variant })} ${className}`} {...rest} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle

export function ButtonLink({ variant = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return (
    <Link className={`${SHAPE} ${useControlStyles().button} ${VARIANTS[variant]} ${className}`} {...rest} />
  )
}
