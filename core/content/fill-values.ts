import type { RichTextValue } from './rich-text-names.ts'

export type ComputedValues = Record<RichTextValue, string>

/** Replaces `{{return-days}}` and the like in plain text: titles, descriptions, and the home page. */
export function fillValues(text: string, values: ComputedValues): string {
  return text.replace(/\{\{([a-z-]+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as RichTextValue] : placeholder,
  )
}
