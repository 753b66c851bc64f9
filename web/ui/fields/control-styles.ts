import { createContext, useContext } from 'react'

const CONTROL =
  'block h-12 w-full rounded-none border-control border-b bg-transparent text-body outline-offset-0 transition-colors hover:border-ink aria-invalid:border-rosewood'

/** For shoppers. The back office has SMALL_CONTROLS, which these pages don't load. */
const CONTROLS = {
  size: 'medium' as 'medium' | 'small',
  button: 'min-h-12 px-7',
  label: 'text-small',
  note: 'mt-2 text-small',
  select: CONTROL,
  input: `${CONTROL} appearance-none placeholder:text-ink-soft disabled:border-hairline disabled:text-ink-soft read-only:border-hairline`,
}

const ControlStyles = createContext(CONTROLS)

export type ControlStyles = typeof CONTROLS
export const ControlStylesProvider = ControlStyles.Provider
export const useControlStyles = () => useContext(ControlStyles)
