import { Refusal } from '#core/errors.ts'
import type { SettingsChange } from '#core/settings/settings-history.server.ts'
import { type FormResult, typedValues } from '#web/forms/form-result.ts'
import { describeChange } from './describe-change.ts'
import { typedText } from './read-settings-form.ts'
import { displayedText } from './setting-text.ts'
import type { Topic } from './topic.ts'
import { fieldsOf } from './topics.ts'

type StaleForm = { form: FormData; topic: Topic; missed: SettingsChange[] }

/** Keeps what was typed, and takes over what others changed in fields that were not edited. */
export function explainConflict({ form, topic, missed }: StaleForm): FormResult {
  const values = typedValues(form)
  for (const { before, after } of missed)
    for (const field of fieldsOf(topic)) {
      const [old, current] = [displayedText(before, field), displayedText(after, field)]
      if (old !== current && typedText(form, field) === old) values[field.name] = current
    }
  return {
    notice: {
      title: 'Someone else changed the same settings',
      description: `${describeOthers(missed)} Check the fields, then save again.`.trim(),
      tone: 'destructive',
    },
    values,
    status: 409,
  }
}

/** “ada@shop.example changed Shipping fee (USD): 10.00 → 12.00.” */
export function describeOthers(missed: SettingsChange[]): string {
  return missed
    .map((change) => `${change.by ?? 'The store'} changed ${describeChange(change).join('; ')}.`)
    .join(' ')
}

/** Core names fields as the API does. */
export async function withFormFieldNames<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([name, message]) => [FORM_NAMES[name] ?? name, message])
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}

const FORM_NAMES: Record<string, string> = {
  time_zone: 'timeZone',
  'brand.share_picture': 'brand.sharePicture',
}
