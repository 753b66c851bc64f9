import { CURSORS, useLoadingParams } from './list-params.ts'

type Props = {
  params: Iterable<[string, string]>
  /** The parameters that the form has fields for. */
  except: readonly string[]
}

/** Hidden fields with the list's other parameters, or with those it is loading for. A form leads to the first page. */
export function ListFields({ params, except }: Props) {
  const fields = [...(useLoadingParams() ?? params)]
  const excluded = new Set([...CURSORS, ...except])
  return fields.map(([name, value]) =>
    excluded.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
