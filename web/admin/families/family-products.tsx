import { Form, useSearchParams } from 'react-router'
import { type AdminProduct, findMembers, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { type AdminFamily, findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import type { Route } from './+types/family-products'
import { FAMILY_FORMS } from './family-forms.ts'
import { FamilyGrid, REMOVAL_FORM_ID } from './family-grid.tsx'
import { FamilyHeader } from './family-header.tsx'
import { JoiningProducts } from './joining-products.tsx'
import { MissingColors } from './missing-colors.tsx'
import { ShadeLinesField } from './shade-lines-field.tsx'

export const meta = adminMeta('Family')

const MAX_FOUND = 10

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const family = await refusalToResponse(findAdminFamily(ctx, params.id))
  const { search } = listQueryFrom(url)
  const [members, matches] = await Promise.all([
    findMembers(ctx, family.id),
    search ? listAdminProducts(ctx, { search, limit: MAX_FOUND }) : { rows: [] },
  ])
  const joining = matches.rows.filter(({ familyId }) => familyId !== family.id)
  return { family, members, joining, idempotencyKey: crypto.randomUUID() }
}

export const action = adminAction(FAMILY_FORMS, 'Changes not saved')

export default function FamilyProducts({ loaderData }: Route.ComponentProps) {
  const { family, members, joining, idempotencyKey } = loaderData
  return (
    <>
      <FamilyHeader family={family} />
      <FormNotice className="mb-4 max-w-prose" />
      <MissingColors family={family} members={members} />
      <FamilyGrid family={family} members={members} idempotencyKey={idempotencyKey} />
      <RemoveProducts family={family} />
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <AddShades key={`add ${members.length}`} family={family} />
        <AddProducts key={`join ${members.length}`} family={family} products={joining} />
      </div>
    </>
  )
}

function RemoveProducts({ family }: { family: AdminFamily }) {
  const action = useAdminPath()(`products/families/${family.id}/removal`)
  const error = useOwnResult(action).fields?.id
  return (
    <div className="mt-4">
      <ConfirmDetails
        id={REMOVAL_FORM_ID}
        label="Remove selected from the family…"
        question="Each selected product stays in the catalog as a product of its own, with its URL, stock, and photos, and gets the family’s text. If you remove all products, the family is deleted."
        action={action}
        confirmLabel="Remove from family"
      >
        {error && <p className="text-rosewood">{error}</p>}
      </ConfirmDetails>
    </div>
  )
}

function AddShades({ family }: { family: AdminFamily }) {
  const adminPath = useAdminPath()
  return (
    <Section title="Add new products">
      <ActionForm
        action={adminPath(`products/families/${family.id}/shades`)}
        preventScrollReset
        noValidate
        className="max-w-prose space-y-4"
      >
        <ShadeLinesField family={family} />
        {family.options.includes('shade') && (
          <Field
            label="Empty rows to fill in above"
            name="count"
            inputMode="numeric"
            placeholder="6"
            className="w-52"
          />
        )}
        <p className="text-ink-soft">
          New products are drafts. Price and size are those of the last product unless the line has its own.
        </p>
        <SubmitButton variant="secondary">Add products</SubmitButton>
      </ActionForm>
    </Section>
  )
}

function AddProducts({ family, products }: { family: AdminFamily; products: AdminProduct[] }) {
  const action = useAdminPath()(`products/families/${family.id}/products`)
  const error = useOwnResult(action).fields?.product
  const [params] = useSearchParams()
  const search = params.get('q') ?? ''
  return (
    <Section title="Add existing products">
      <Form role="search" preventScrollReset className="mb-4 flex max-w-prose items-end gap-4">
        <Field
          label="Find products by name, SKU, or barcode"
          type="search"
          name="q"
          key={search}
          defaultValue={search}
          className="grow"
        />
        <SubmitButton variant="secondary">Find</SubmitButton>
      </Form>
      {search && products.length === 0 && <p className="text-ink-soft">No other products match.</p>}
      {products.length > 0 && (
        <ActionForm action={action} preventScrollReset noValidate className="space-y-4">
          <JoiningProducts
            products={products}
            options={family.options}
            optionSettings={family.optionSettings}
          />
          {error && <p className="text-rosewood">{error}</p>}
          <SubmitButton variant="secondary">Add to family</SubmitButton>
        </ActionForm>
      )}
    </Section>
  )
}
