import {
  type BuiltInPage,
  type ContentFields,
  type ContentKind,
  isBuiltInPage,
  type PageFields,
} from './content.ts'
import { CONTACT } from './defaults/contact.ts'
import { HOME } from './defaults/home.ts'
import { PRIVACY } from './defaults/privacy.ts'
import { SHIPPING_RETURNS } from './defaults/shipping-returns.ts'
import { TERMS } from './defaults/terms.ts'

const PAGES: Record<BuiltInPage, PageFields> = {
  'shipping-returns': SHIPPING_RETURNS,
  contact: CONTACT,
  privacy: PRIVACY,
  terms: TERMS,
}

/** What a built-in page shows until the owner publishes it: version 0. */
export function defaultContent({ kind, slug }: { kind: ContentKind; slug: string }): ContentFields {
  if (kind === 'home') return { kind, fields: HOME }
  if (kind === 'page' && isBuiltInPage(slug)) return { kind, fields: PAGES[slug] }
  throw new Error(`There is no initial content for the ${kind} “${slug}”`)
}
