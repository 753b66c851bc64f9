import type { z } from 'zod'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast.tsx'

/** What came of a form that was not done: what to say, and what to keep of what was typed. Never a password. */
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

/** One message for each field that was not filled as it should be. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? '')] ??= message
  return fields
}

/** A refusal in its own words under the screen's title; anything else is a bug and goes on. */
export function refusalResult(title: string, error: unknown, form: FormData): FormResult {
  if (!(error instanceof Refusal)) throw error
  return {
    notice: { title, description: error.message, tone: 'destructive' },
    fields: error.fields,
    values: typedValues(form),
    status: HTTP_STATUS[error.code],
  }
}

/** What a form is told of the last time it was sent. */
export type FormState = Pick<FormResult, 'notice' | 'fields' | 'values'>
