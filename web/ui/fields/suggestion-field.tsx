import { useId } from 'react'
import { type ControlFieldProps, Field } from './field.tsx'
import { type Option, Options } from './options.tsx'

type Props = ControlFieldProps<'input'> & { suggestions: readonly Option[] | undefined }

/** A text field that suggests values while it is focused. Until then it is a plain one, also to programs that fill in forms. */
export function SuggestionField({ suggestions, ...field }: Props) {
  const id = useId()
  if (!suggestions) return <Field {...field} />
  return (
    <>
      <Field
        {...field}
        onFocus={({ currentTarget }) => currentTarget.setAttribute('list', id)}
        onBlur={({ currentTarget }) => currentTarget.removeAttribute('list')}
      />
      <datalist id={id}>
        <Options options={suggestions} />
      </datalist>
    </>
  )
}
