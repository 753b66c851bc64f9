import { type ComponentProps, type ReactNode, useId } from 'react'

const LINE =
  'block h-12 w-full appearance-none rounded-none border-ink/45 border-b bg-transparent text-body outline-offset-0 transition-colors placeholder:text-ink-soft hover:border-ink disabled:border-hairline disabled:text-ink-soft aria-invalid:border-rosewood read-only:border-hairline'

type Said = { label: string; hint?: ReactNode; error?: string; className?: string }
type Props = Said & Omit<ComponentProps<'input'>, 'id'> & { name: string }

/** A label above, a hairline to write on, and under it in words what is wrong. */
export function Field({ label, hint, error, className, ...input }: Props) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <input {...input} {...described(id, hint, error)} className={LINE} />
    </Labelled>
  )
}

/** The same for more than a line. */
export function LongField({
  label,
  hint,
  error,
  className,
  ...text
}: Said & Omit<ComponentProps<'textarea'>, 'id'> & { name: string }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={4}
        {...text}
        {...described(id, hint, error)}
        className={`${LINE} mt-2 h-auto! resize-y border! p-3!`}
      />
    </Labelled>
  )
}

/** What of a field a screen reader is to tell. */
export function described(id: string, hint: ReactNode, error: string | undefined) {
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': said || undefined }
}

function Labelled({
  id,
  label,
  hint,
  error,
  className = '',
  children,
}: Said & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="block text-ink-soft text-small">
        {label}
      </label>
      {children}
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
