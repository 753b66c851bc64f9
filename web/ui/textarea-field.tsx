import { type ComponentProps, useId } from 'react'
import { FieldLayout, type FieldProps, fieldAttributes, INPUT } from './field.tsx'

export function TextareaField({
  label,
  hint,
  error,
  className,
  ...text
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'> & { name: string }) {
  const id = useId()
  return (
    <FieldLayout id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={4}
        {...text}
        {...fieldAttributes(id, hint, error)}
        className={`${INPUT} mt-2 h-auto! resize-y border! p-3!`}
      />
    </FieldLayout>
  )
}
