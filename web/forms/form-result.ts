import type { z } from 'zod'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast.tsx'

/** `values` are what the user typed, without passwords and codes. */
export type FormResult = {
  notice?: Notice
  fields?: Record<string, string>
  values?: Record<string, string>
  status: number
}

const SECRET_FIELDS = /password|code|answer|challenge/

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

export function refusalResult(title: string, error: unknown, form: FormData): FormResult {
  if (!(error instanceof Refusal)) throw error
  return {
    notice: { title, description: error.message, tone: 'destructive' },
    fields: error.fields,
    values: typedValues(form),
    status: HTTP_STATUS[error.code],
  }
}

export function invalidFormResult(title: string, error: z.ZodError, form: FormData): FormResult {
  const [message] = error.issues.map((issue) => issue.message)
  return {
    notice: { title, description: message, tone: 'destructive' },
    fields: fieldErrors(error),
    values: typedValues(form),
    status: 400,
  }
}

export type FormState = Pick<FormResult, 'notice' | 'fields' | 'values'>
