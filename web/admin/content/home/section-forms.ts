import { findContent } from '#core/content/admin-content.server.ts'
import type { HomeFields } from '#core/content/content.ts'
import { BLOCK_KINDS, newBlock } from '#core/content/home/blocks.ts'
import { isHomeSection, moveSection } from '#core/content/home/sections.ts'
import { saveDraft } from '#core/content/save-content.server.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { AdminForm, AdminFormArgs } from '../../admin-route.ts'
import { readHomeForm } from './read-home-form.ts'

/** Each saves the draft with what was typed. */
export const SECTION_FORMS: Record<string, AdminForm> = {
  'sections/:section/up': (args) => saveSections(args, 'section-moved', (home, name) => move(home, name, -1)),
  'sections/:section/down': (args) =>
    saveSections(args, 'section-moved', (home, name) => move(home, name, 1)),
  'sections/:section/remove': (args) => saveSections(args, 'section-removed', remove),
  'sections/add': (args) =>
    saveSections(args, 'section-added', (home) => add(home, fieldText(args.form, 'newSection'))),
}

type Notice = 'section-moved' | 'section-removed' | 'section-added'
type Change = (home: HomeFields, section: string) => HomeFields

async function saveSections({ ctx, params, form }: AdminFormArgs, notice: Notice, change: Change) {
  const { id = '', section = '' } = params
  const { content } = await findContent(ctx, id)
  if (content.kind !== 'home' || (section && !content.fields.sections.includes(section)))
    throw new Refusal('not_found', 'This section is no longer on the page.')
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const fields = change(readHomeForm(form, content.fields, timeZone), section)
  await saveDraft(ctx, id, { fields, version: Number(fieldText(form, 'version')) })
  return notice
}

const move = (home: HomeFields, section: string, steps: 1 | -1): HomeFields => ({
  ...home,
  sections: moveSection(home.sections, section, steps),
})

function remove(home: HomeFields, section: string): HomeFields {
  const { [section]: _, ...schedules } = home.schedules
  return {
    ...home,
    sections: home.sections.filter((name) => name !== section),
    blocks: home.blocks.filter(({ id }) => id !== section),
    schedules,
  }
}

function add(home: HomeFields, name: string): HomeFields {
  if (isHomeSection(name)) return { ...home, sections: [...home.sections, name] }
  const kind = BLOCK_KINDS.find((known) => known === name || `block-${known}` === name)
  if (!kind) throw invalidInput('newSection', 'Choose a section.')
  const block = newBlock(kind)
  return { ...home, sections: [...home.sections, block.id], blocks: [...home.blocks, block] }
}
