import { createContext, useContext } from 'react'

/** What the server replied to a form: an error for each field, and what was typed. */
type FieldStates = { fields?: Record<string, string>; values?: Record<string, string> }

const FormState = createContext<FieldStates>({})

/** The fields below show their own errors and typed values. */
export const FormStateProvider = FormState.Provider
export const useFieldStates = () => useContext(FormState)
