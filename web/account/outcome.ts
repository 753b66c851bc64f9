import type { z } from 'zod'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import type { Notice } from '../ui/toast.tsx'

/** What came of a form that was not done: what to say, and what to keep of what was typed. Never a password. */
export type Outcome = {
  notice?: Notice
  fields?: Record<string, string>
  values?: Record<string, string>
  status: number
}

const SECRET = /password|code|answer|challenge/

export function typedIn(form: FormData): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string' && !SECRET.test(name)) kept[name] = value
  return kept
}

/** One message for each field that was not filled as it should be. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? '')] ??= message
  return fields
}

/** A refusal in its own words under the screen's title; anything else is a bug and goes on. */
export function refusedAs(title: string, error: unknown, form: FormData): Outcome {
  if (!(error instanceof Refusal)) throw error
  return {
    notice: { title, description: error.message, tone: 'destructive' },
    fields: error.fields,
    values: typedIn(form),
    status: HTTP_STATUS[error.code],
  }
}

/** What a form is told of the last time it was sent. */
export type Told = Pick<Outcome, 'notice' | 'fields' | 'values'>
