import { type ComponentProps, type ReactNode, useId } from 'react'
import { useControlStyles } from './control-styles.ts'
import { useFieldStates } from './form-state.ts'

type FieldProps = { label: string; name: string; hint?: ReactNode; error?: string; className?: string }
export type ControlFieldProps<Tag extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Tag>, 'id'>

export function Field({ label, hint, error, className, ...input }: ControlFieldProps<'input'>) {
  const styles = useControlStyles()
  return (
    <FieldLayout name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...input} {...control} className={styles.input} />}
    </FieldLayout>
  )
}

type LayoutProps = FieldProps & { children: (control: ControlProps) => ReactNode }
type ControlProps = {
  id: string
  defaultValue?: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function FieldLayout({ label, name, hint, error: ownError, className = '', children }: LayoutProps) {
  const id = useId()
  const { fields, values } = useFieldStates()
  const styles = useControlStyles()
  const error = ownError ?? fields?.[name]
  const typed = values?.[name]
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={`block text-ink-soft ${styles.label}`}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        ...(typed !== undefined && { defaultValue: typed }),
      })}
      {hint && (
        <p id={`${id}-hint`} className={`text-ink-soft ${styles.note}`}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={`text-rosewood ${styles.note}`}>
          {error}
        </p>
      )}
    </div>
  )
}
