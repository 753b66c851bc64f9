import { useControlStyles } from './control-styles.ts'
import { type ControlFieldProps, FieldLayout } from './field.tsx'
import { type Option, Options } from './options.tsx'

type Props = ControlFieldProps<'select'> & { options: readonly Option[] }

export function Select({ label, hint, error, className, options, ...select }: Props) {
  const styles = useControlStyles()
  return (
    <FieldLayout name={select.name} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select {...select} {...control} className={`${styles.select} cursor-pointer`}>
          <Options options={options} />
        </select>
      )}
    </FieldLayout>
  )
}
