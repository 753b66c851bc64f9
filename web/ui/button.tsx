import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const SHAPE =
  'inline-flex min-h-12 items-center justify-center border px-7 text-small tracking-wide transition-colors disabled:cursor-not-allowed disabled:opacity-50'

const LOOKS = {
  main: 'border-transparent bg-ink text-white hover:bg-rosewood active:bg-rosewood-deep',
  quiet: 'border-ink/40 text-ink hover:border-ink hover:bg-ink hover:text-white',
} as const

type Look = { look?: keyof typeof LOOKS }

export function Button({
  look = 'main',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={`${SHAPE} ${LOOKS[look]} cursor-pointer ${className}`} {...rest} />
}

export function ButtonLink({ look = 'main', className = '', ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={`${SHAPE} ${LOOKS[look]} ${className}`} {...rest} />
}
