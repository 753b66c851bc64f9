import { type ComponentProps, type ReactNode, useId } from 'react'
import { fieldAttributes } from './field.tsx'

export const SMALL_INPUT =
  'block h-9 w-full rounded-none border-ink/45 border-b bg-transparent px-1 outline-offset-0 placeholder:text-ink-soft hover:border-ink disabled:border-hairline disabled:text-ink-soft aria-invalid:border-rosewood'

type FieldProps = { label: string; hint?: ReactNode; error?: string; className?: string }
type Props = FieldProps & Omit<ComponentProps<'input'>, 'id'> & { name: string }

/** The compact `Field` of the back office. */
export function SmallField({ label, hint, error, className, ...input }: Props) {
  const id = useId()
  return (
    <SmallFieldLayout id={id} label={label} hint={hint} error={error} className={className}>
      <input {...input} {...fieldAttributes(id, hint, error)} className={SMALL_INPUT} />
    </SmallFieldLayout>
  )
}

export function SmallTextarea({
  label,
  hint,
  error,
  className,
  ...text
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'> & { name: string }) {
  const id = useId()
  return (
    <SmallFieldLayout id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={4}
        {...text}
        {...fieldAttributes(id, hint, error)}
        className={`${SMALL_INPUT} h-auto! border! p-2!`}
      />
    </SmallFieldLayout>
  )
}

type Option = { value: string; title: string }

export function SmallSelect({
  label,
  hint,
  error,
  className,
  options,
  ...select
}: FieldProps & Omit<ComponentProps<'select'>, 'id'> & { name: string; options: Option[] }) {
  const id = useId()
  return (
    <SmallFieldLayout id={id} label={label} hint={hint} error={error} className={className}>
      <select {...select} {...fieldAttributes(id, hint, error)} className={`${SMALL_INPUT} cursor-pointer`}>
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </SmallFieldLayout>
  )
}

function SmallFieldLayout({
  id,
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="block text-ink-soft">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-rosewood">
          {error}
        </p>
      )}
    </div>
  )
}
