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

export function Button({ variant = 'primary', className = '', type = 'button', ...rest }: ButtonProps) {
  const style = `${SHAPE} ${useControlStyles().button} ${VARIANTS[variant]} cursor-pointer ${className}`
  return <button type={type} className={style} {...rest} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle

export function ButtonLink({ variant = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return (
    <Link className={`${SHAPE} ${useControlStyles().button} ${VARIANTS[variant]} ${className}`} {...rest} />
  )
}
