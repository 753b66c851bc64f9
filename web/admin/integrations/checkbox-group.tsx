import { useId } from 'react'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'

type Props = {
  legend: string
  /** Each checkbox is named `group.option`. */
  group: string
  options: readonly (readonly [name: string, label: string])[]
  checked?: readonly string[]
}

export function CheckboxGroup({ legend, group, options, checked = [] }: Props) {
  const errorId = useId()
  const error = useFieldStates().fields?.[group]
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="text-ink-soft">{legend}</legend>
      <div className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {options.map(([name, label]) => (
          <Checkbox
            key={name}
            name={`${group}.${name}`}
            label={label}
            defaultChecked={checked.includes(name)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-rosewood">
          {error}
        </p>
      )}
    </fieldset>
  )
}
