import { type ComponentProps, useId } from 'react'
import { useFieldStates } from './form-state.ts'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: string; name: string }

export function Checkbox({ label, defaultChecked, ...input }: Props) {
  const id = useId()
  const { values } = useFieldStates()
  return (
    <div className="flex min-h-11 items-center gap-4">
      <input
        {...input}
        id={id}
        type="checkbox"
        defaultChecked={values ? input.name in values : defaultChecked}
        className="size-5 shrink-0 cursor-pointer accent-rosewood"
      />
      <label htmlFor={id} className="cursor-pointer py-2">
        {label}
      </label>
    </div>
  )
}
