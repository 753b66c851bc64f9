import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const SHAPE =
  'inline-flex items-center justify-center border text-small tracking-wide transition-colors disabled:cursor-not-allowed disabled:opacity-50'

const SIZES = { medium: 'min-h-12 px-7', small: 'min-h-9 px-4' } as const

const VARIANTS = {
  primary: 'border-transparent bg-ink text-white hover:bg-rosewood active:bg-rosewood-deep',
  secondary: 'border-ink/40 text-ink hover:border-ink hover:bg-ink hover:text-white',
} as const

type ButtonStyle = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES }

export function Button({
  variant = 'primary',
  size = 'medium',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle) {
  return (
    <button
      type={type}
      className={`${SHAPE} ${SIZES[size]} ${VARIANTS[variant]} cursor-pointer ${className}`}
      {...rest}
    />
  )
}

export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  className = '',
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={`${SHAPE} ${SIZES[size]} ${VARIANTS[variant]} ${className}`} {...rest} />
}
