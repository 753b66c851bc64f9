import { type ComponentProps, type ReactNode, useId } from 'react'

const LINE =
  'block h-12 w-full appearance-none rounded-none border-ink/45 border-b bg-transparent text-body outline-offset-0 transition-colors placeholder:text-ink-soft hover:border-ink disabled:border-hairline disabled:text-ink-soft aria-invalid:border-rosewood read-only:border-hairline'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  name: string
  hint?: ReactNode
  error?: string
}

/** A label above, a hairline to write on, and under it in words what is wrong. */
export function Field({ label, hint, error, className = '', ...input }: Props) {
  const id = useId()
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="block text-ink-soft text-small">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={LINE}
        aria-invalid={error ? true : undefined}
        aria-describedby={said || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-ink-soft text-small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-2 text-rosewood text-small">
          {error}
        </p>
      )}
    </div>
  )
}
