import { HomeFields, TILE_KINDS } from '#core/content/content.ts'
import { MAX_TILES } from '#core/content/home/max-tiles.ts'
import type { Schedule } from '#core/content/home/sections.ts'
import { parseWallClock } from '#core/dates.ts'
import { Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'

/** The names of the fields are their paths, such as `tiles.0.title`. */
export function readHomeForm(form: FormData, saved: HomeFields, timeZone: string): HomeFields {
  const { sections, blocks } = saved
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
    blocks: blocks.map((block, index) => {
      const name = `blocks.${index}`
      return {
        ...block,
        label: text(`${name}.label`),
        text: text(`${name}.text`),
        link: link(`${name}.link`),
        pictureId: text(`${name}.pictureId`) || null,
        source: text(`${name}.source`) || block.source,
      }
    }),
    schedules: readSchedules(form, sections, timeZone),
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

/** In the store's time zone. A section without times has no schedule. */
function readSchedules(form: FormData, sections: string[], timeZone: string): Record<string, Schedule> {
  const readTime = (name: string) => {
    const typed = fieldText(form, name).trim()
    if (!typed) return null
    const at = parseWallClock(typed, timeZone)
    const message = 'Enter a date and a time, such as 2027-01-31 09:00.'
    if (!at) throw new Refusal('invalid_input', 'Please fix the highlighted fields.', { [name]: message })
    return at.toISOString()
  }
  return Object.fromEntries(
    sections.flatMap((section) => {
      const from = readTime(`schedules.${section}.from`)
      const until = readTime(`schedules.${section}.until`)
      return from || until ? [[section, { from, until }]] : []
    }),
  )
}
