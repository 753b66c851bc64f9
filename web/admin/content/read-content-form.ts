import { type ContentFields, NAVIGATION } from '#core/content/content.ts'
import { fromPlainText } from '#core/content/read-rich-text.ts'
import { parseRichTextJson, type RichText } from '#core/content/rich-text.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { readHomeForm } from './home/read-home-form.ts'

/** Core validates the fields. What the form has no field for stays as it was saved. */
export function readContentForm(form: FormData, saved: ContentFields, timeZone: string) {
  const navigation = NAVIGATION.find((place) => place === form.get('navigation'))
  const slug = form.has('slug') ? fieldText(form, 'slug').trim() : undefined
  return { fields: readFields(form, saved, timeZone), slug, navigation }
}

function readFields(form: FormData, { kind, fields }: ContentFields, timeZone: string): object {
  if (kind === 'home') return readHomeForm(form, fields, timeZone)
  const text = (name: string) => fieldText(form, name)
  const shared = { title: text('title'), description: text('description'), body: readBody(form, fields.body) }
  return kind === 'page'
    ? { ...shared, lead: text('lead') }
    : { ...shared, author: text('author'), pictureId: text('pictureId') || null }
}

function readBody(form: FormData, savedBody: RichText): RichText {
  if (form.has('body')) return parseRichTextJson(fieldText(form, 'body'))
  return form.has('bodyText') ? fromPlainText(fieldText(form, 'bodyText')) : savedBody
}
