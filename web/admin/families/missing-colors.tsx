import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { type FamilyOptions, optionSetting } from '#core/catalog/families/family-options.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { pluralize } from '../ui/pluralize.ts'

const MAX_NAMES = 5

type Props = { family: FamilyOptions; members: AdminProduct[] }

/** Swatches are shown only if all shades have a color. */
export function MissingColors({ family: { options, optionSettings }, members }: Props) {
  if (!options.includes('shade') || optionSetting('shade', optionSettings).display !== 'swatch') return null
  const uncolored = members.flatMap(({ shadeName, shadeColor }) => (shadeColor ? [] : (shadeName ?? [])))
  const names = [...new Set(uncolored)]
  if (!names.length) return null
  const more = names.length - MAX_NAMES
  const named = more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names
  const description =
    'Shoppers see names instead of swatches until all shades of this family have a color. Enter it in the Color column.'
  const title = `${pluralize(names.length, 'shade has', 'shades have')} no color: ${LIST.format(named)}.`
  return <InlineNotice notice={{ title, description }} isSilent className="mb-6 max-w-prose" />
}

const LIST = new Intl.ListFormat('en')
