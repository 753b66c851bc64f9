import type { ControlStyles } from './control-styles.ts'

const CONTROL =
  'block h-9 w-full rounded-none border-control border-b bg-transparent px-1 outline-offset-0 hover:border-ink aria-invalid:border-rosewood'

export const SMALL_CONTROLS: ControlStyles = {
  size: 'small',
  button: 'min-h-9 px-4',
  label: '',
  note: 'mt-1',
  select: `${CONTROL} pr-5`,
  input: `${CONTROL} placeholder:text-ink-soft disabled:border-hairline disabled:text-ink-soft`,
}
