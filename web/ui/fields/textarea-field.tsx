import { useControlStyles } from './control-styles.ts'
import { type ControlFieldProps, FieldLayout } from './field.tsx'

const BOXES = { medium: 'mt-2 h-auto! resize-y border! p-3!', small: 'h-auto! border! p-2!' }

export function TextareaField({ label, hint, error, className, ...text }: ControlFieldProps<'textarea'>) {
  const styles = useControlStyles()
  return (
    <FieldLayout name={text.name} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea rows={4} {...text} {...control} className={`${styles.input} ${BOXES[styles.size]}`} />
      )}
    </FieldLayout>
  )
}
