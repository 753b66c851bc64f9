import { type FormEvent, useRef } from 'react'
import { useControlStyles } from '#web/ui/fields/control-styles.ts'
import { type ControlFieldProps, FieldLayout } from '#web/ui/fields/field.tsx'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** A color as text, for codes from a brand guide, with a picker beside it. */
export function ColorField({ label, hint, className, ...input }: ControlFieldProps<'input'>) {
  const styles = useControlStyles()
  const text = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  function fillText(event: FormEvent<HTMLInputElement>) {
    if (text.current) text.current.value = event.currentTarget.value
  }
  function fillPicker(event: FormEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value
    if (picker.current && isColor(typed)) picker.current.value = typed
  }
  return (
    <FieldLayout name={input.name} label={label} hint={hint} className={className}>
      {(control) => {
        const initial = String(control.defaultValue ?? input.defaultValue)
        return (
          <span className="flex items-center gap-3">
            <input
              ref={picker}
              type="color"
              aria-label={`${label}, color picker`}
              defaultValue={isColor(initial) ? initial : '#ffffff'}
              onInput={fillText}
              className="size-9 shrink-0 cursor-pointer bg-transparent p-0"
            />
            <input
              {...input}
              {...control}
              ref={text}
              spellCheck={false}
              onInput={fillPicker}
              className={styles.input}
            />
          </span>
        )
      }}
    </FieldLayout>
  )
}
