import { type ContentFields, HomeFields, NAVIGATION, TILE_KINDS } from '#core/content/content.ts'
import { MAX_TILES } from '#core/content/home/max-tiles.ts'
import { fromPlainText } from '#core/content/read-rich-text.ts'
import { parseRichTextJson, type RichText } from '#core/content/rich-text.ts'
import { Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'

/** Core validates the fields. What the form has no field for stays as it was saved. */
export function readContentForm(form: FormData, saved: ContentFields) {
  const navigation = NAVIGATION.find((place) => place === form.get('navigation'))
  const slug = form.has('slug') ? fieldText(form, 'slug').trim() : undefined
  return { fields: readFields(form, saved), slug, navigation }
}

function readFields(form: FormData, { kind, fields }: ContentFields): object {
  if (kind === 'home') return readHomeFields(form, fields)
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

/** The names of the fields are their paths, such as `tiles.0.title`. */
function readHomeFields(form: FormData, { sections }: HomeFields): HomeFields {
  const text = (name: string) => fieldText(form, name).replaceAll('\r\n', '\n')
  const link = (name: string) => ({ text: text(`${name}.text`), url: text(`${name}.url`).trim() })
  const tiles = Array.from({ length: MAX_TILES }, (_, index) => ({
    kind: TILE_KINDS.find((kind) => kind === form.get(`tiles.${index}.kind`)),
    title: text(`tiles.${index}.title`),
    text: text(`tiles.${index}.text`),
    link: link(`tiles.${index}.link`),
  }))
  const { data, error } = HomeFields.safeParse({
    sections,
    hero: {
      label: text('hero.label'),
      heading: text('hero.heading'),
      text: text('hero.text'),
      link: link('hero.link'),
      pictureId: text('hero.pictureId') || null,
    },
    showOffers: text('showOffers') === 'yes',
    tiles: tiles.filter(({ kind }) => kind),
    story: {
      label: text('story.label'),
      text: text('story.text'),
      link: link('story.link'),
      pictureId: text('story.pictureId') || null,
    },
  })
  if (data) return data
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.')
    fields[name.endsWith('.link') ? `${name}.url` : name] ??= message
  }
  throw new Refusal('invalid_input', 'Please fix the highlighted fields.', fields)
}
