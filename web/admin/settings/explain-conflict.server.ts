import { findMissedChanges, type SettingsChange } from '#core/accounts/settings-history.server.ts'
import { Refusal } from '#core/errors.ts'
import { type FormResult, typedValues } from '#web/forms/form-result.ts'
import type { AdminContext } from '../admin-context.ts'
import { describeChange } from './describe-change.ts'
import { typedText } from './read-settings-form.ts'
import { displayedText } from './setting-text.ts'
import { fieldsOf, type Topic } from './topics.ts'

type StaleForm = { form: FormData; topic: Topic; version: number }

/** Keeps what was typed, and takes over what others changed in fields that were not edited. */
export async function explainConflict(
  ctx: AdminContext,
  { form, topic, version }: StaleForm,
): Promise<FormResult> {
  const missed = await findMissedChanges(ctx, version)
  const values = typedValues(form)
  for (const { before, after } of missed)
    for (const field of fieldsOf(topic)) {
      const [old, current] = [displayedText(before, field), displayedText(after, field)]
      if (old !== current && typedText(form, field) === old) values[field.name] = current
    }
  return {
    notice: {
      title: 'Someone else changed the settings',
      description: `${missed.map(describe).join(' ')} Check the fields, then save again.`.trim(),
      tone: 'destructive',
    },
    values,
    status: 409,
  }
}

function describe(change: SettingsChange): string {
  return `${change.by ?? 'The store'} changed ${describeChange(change).join('; ')}.`
}

const FIELD_NAMES: Record<string, string> = { logo: 'store.logo', time_zone: 'timeZone' }

/** Core names fields as the API does. */
export async function atFields<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([name, message]) => [FIELD_NAMES[name] ?? name, message])
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}
