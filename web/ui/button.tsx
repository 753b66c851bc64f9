import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const SHAPE =
  'inline-flex items-center justify-center border text-small tracking-wide transition-colors disabled:cursor-not-allowed disabled:opacity-50'

const SIZES = { page: 'min-h-12 px-7', row: 'min-h-9 px-4' } as const

const LOOKS = {
  main: 'border-transparent bg-ink text-white hover:bg-rosewood active:bg-rosewood-deep',
  quiet: 'border-ink/40 text-ink hover:border-ink hover:bg-ink hover:text-white',
} as const

type ButtonStyle = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES }

export function Button({
  look = 'main',
  size = 'page',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle) {
  return (
    <button
      type={type}
      className={`${SHAPE} ${SIZES[size]} ${LOOKS[look]} cursor-pointer ${className}`}
      {...rest}
    />
  )
}

export function ButtonLink({
  look = 'main',
  size = 'page',
  className = '',
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={`${SHAPE} ${SIZES[size]} ${LOOKS[look]} ${className}`} {...rest} />
}
