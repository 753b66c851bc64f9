import { Link } from '#web/ui/link.tsx'
import type { Notice } from './toast/notice.ts'

const VARIANTS = { paper: 'bg-white/60', ink: 'bg-ink text-white' } as const

type Props = {
  notice: Notice | undefined
  variant?: keyof typeof VARIANTS
  className?: string
  /** A toast announces it. */
  isSilent?: boolean
}

/** Shows a form's result where no script can show a toast, or what has to stay when the toast goes. */
export function InlineNotice({ notice, variant = 'paper', className = '', isSilent = false }: Props) {
  if (!notice) return null
  const { title, description, link, tone = 'plain' } = notice
  const isError = tone === 'destructive'
  const borderColor = isError ? 'border-rosewood' : 'border-metal'
  return (
    <div
      role={isSilent ? undefined : isError ? 'alert' : 'status'}
      className={`border-l-2 px-5 py-4 text-small ${VARIANTS[variant]} ${borderColor} ${className}`}
    >
      <p>{title}</p>
      {description && <p className="mt-1">{description}</p>}
      {link && (
        <p className="mt-1">
          <Link to={link.to} className="link-line inline-flex min-h-9 items-center">
            {link.text}
          </Link>
        </p>
      )}
    </div>
  )
}
