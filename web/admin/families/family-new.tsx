import { findAdminProducts } from '#core/catalog/admin-products.server.ts'
import type { FamilyOption } from '#core/catalog/families/family-options.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { parseSize } from '#core/catalog/size.ts'
import { invalidInput } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminBasePath, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/family-new'
import { FamilyFields } from './family-fields.tsx'
import { JoiningProducts } from './joining-products.tsx'
import { nameRows } from './name-rows.ts'
import { readFamilyForm, readJoiningProducts } from './read-family-form.ts'
import { atOptionFields } from './read-family-options.ts'
import { readShadeLines } from './read-shade-lines.ts'
import { ShadeLinesField } from './shade-lines-field.tsx'

export const meta = adminMeta('New family')

const MAX_PRODUCTS = 50

/** With the products that were selected in the list. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  return { products: await findAdminProducts(ctx, url.searchParams.getAll('id').slice(0, MAX_PRODUCTS)) }
}

export const action = adminAction({ '': create }, 'Family not created')

async function create({ ctx, context, form, url }: AdminFormArgs) {
  const draft = await atOptionFields(form, async () => readFamilyForm(form))
  const products = readJoiningProducts(form)
  const { members, lines } = readFirstMembers(form, draft.options)
  const { id } = await nameRows({ lines, productIds: products.map(({ productId }) => productId) }, () =>
    createFamily(ctx, { draft, members, products }),
  )
  return redirectWithFlash(context, 'family-created', `${adminBasePath(url)}/products/families/${id}`)
}

function readFirstMembers(form: FormData, options: FamilyOption[]) {
  const text = fieldText(form, 'lines')
  const size = parseSize(fieldText(form, 'memberSize').trim())
  if ('error' in size) throw invalidInput('memberSize', size.error)
  if (!text.trim()) return { members: [], lines: [] }
  const amount = parseAmount(fieldText(form, 'price'))
  if ('error' in amount) throw invalidInput('price', amount.error)
  return readShadeLines(text, { ...size, price: amount.cents }, options)
}

export default function NewFamily({ loaderData: { products } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  const [first] = products
  const draft = {
    name: '',
    brand: first?.brand ?? '',
    category: first?.category ?? '',
    options: ['shade' as const],
    optionSettings: {},
  }
  return (
    <>
      <ScreenHeader
        title="New family"
        lead="Each shade, size, or other option is a product with its own price, stock, and photos. A family groups them on one card."
      />
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm action={adminPath('products/families/new')} noValidate className="max-w-3xl space-y-8">
        <FamilyFields draft={draft} />
        {products.length > 0 && (
          <Section title="Existing products">
            <JoiningProducts
              products={products}
              options={['shade', 'size', 'option1']}
              optionSettings={{ option1: { name: 'Other option', display: 'button' } }}
              areChosen
            />
          </Section>
        )}
        <Section title={products.length > 0 ? 'More products' : 'First products'}>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <ShadeLinesField className="sm:col-span-2" />
            <Field label="Price (USD)" name="price" inputMode="decimal" />
            <Field label="Size of each" name="memberSize" placeholder="30 ml" />
          </div>
        </Section>
        <SubmitButton>Create family</SubmitButton>
      </ActionForm>
    </>
  )
}
