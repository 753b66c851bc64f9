import { type ComponentProps, useId } from 'react'
import { FieldLayout } from './field.tsx'

type Props = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  name: string
  options: readonly { value: string; text: string }[]
}

export function Select({ label, options, className, ...select }: Props) {
  const id = useId()
  return (
    <FieldLayout id={id} label={label} className={className}>
      <select
        {...select}
        id={id}
        className="block h-12 w-full cursor-pointer border-ink/45 border-b bg-transparent text-body"
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldLayout>
  )
}
