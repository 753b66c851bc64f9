import { type ComponentProps, type ReactNode, useId } from 'react'

export const INPUT =
  'block h-12 w-full appearance-none rounded-none border-ink/45 border-b bg-transparent text-body outline-offset-0 transition-colors placeholder:text-ink-soft hover:border-ink disabled:border-hairline disabled:text-ink-soft aria-invalid:border-rosewood read-only:border-hairline'

export type FieldProps = { label: string; hint?: ReactNode; error?: string; className?: string }
type Props = FieldProps & Omit<ComponentProps<'input'>, 'id'> & { name: string }

export function Field({ label, hint, error, className, ...input }: Props) {
  const id = useId()
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error} className={className}>
      <input {...input} {...fieldAttributes(id, hint, error)} className={INPUT} />
    </FieldLayout>
  )
}

export function fieldAttributes(id: string, hint: ReactNode, error: string | undefined) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

export function FieldLayout({
  id,
  label,
  hint,
  error,
  className = '',
  children,
}: FieldProps & { id: string; children: ReactNode }) {
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
