import type { z } from 'zod'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast/toast.tsx'

/** `values` are what the user typed, without passwords and codes. */
export type FormResult = {
  notice?: Notice
  fields?: Record<string, string>
  values?: Record<string, string>
  /** The URL of the form, on pages with several. */
  action?: string
  status: number
}

const SECRET_FIELDS = /password|\bcode|credential|challenge/

export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && !SECRET_FIELDS.test(name)) values[name] = value
  return values
}

export function fieldText(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}

/** The first message for each field. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? '')] ??= message
  return fields
}

/** A form that isn't valid, as it was typed. */
export function invalidForm(form: FormData, error: z.ZodError): FormResult {
  return { fields: fieldErrors(error), values: typedValues(form), status: 400 }
}

export function refusalResult(title: string, error: unknown, form: FormData): FormResult {
  if (!(error instanceof Refusal)) throw error
  return {
    notice: { title, description: error.message, tone: 'destructive' },
    fields: error.fields,
    values: typedValues(form),
    status: HTTP_STATUS[error.code],
  }
}

export type FormState = Pick<FormResult, 'notice' | 'fields' | 'values' | 'action'>
