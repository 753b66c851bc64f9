import type { ReactNode } from 'react'
import type { AdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { CUSTOM_OPTIONS, optionSetting } from '#core/catalog/families/family-options.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { decimalText, formatMoney } from '#core/money.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { ProductField } from './product-field.tsx'
import { PUBLISH_STATUS_OPTIONS } from './product-labels.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { ProductEdits } from './use-product-edits.ts'

type Props = {
  id?: string
  action: string
  draft: ProductDraft
  /** A family has the name, brand, and category of its members, and any text that they lack. */
  family?: AdminFamily | null
  edition?: number
  /** Of the product's formula, if it has one. */
  formulaPath?: string | undefined
  edits: ProductEdits
  /** Only for a new product. */
  stockField?: ReactNode
  children: string
}

export function ProductForm({
  id,
  action,
  draft,
  family,
  edition,
  formulaPath,
  edits,
  stockField,
  children,
}: Props) {
  return (
    <ActionForm
      ref={edits.form}
      id={id}
      action={action}
      className="max-w-3xl space-y-8"
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
    >
      {edition !== undefined && <input type="hidden" name="edition" value={edition} />}
      <FieldGroup>
        {family ? (
          <FromFamily draft={draft} family={family} />
        ) : (
          <>
            <ProductField name="name" draft={draft} className="sm:col-span-2" />
            <ProductField name="brand" draft={draft} />
            <ProductField name="category" draft={draft} />
          </>
        )}
        <ProductField name="tagline" draft={draft} family={family} className="sm:col-span-2" />
      </FieldGroup>
      <FieldGroup>
        {draft.originalPrice === null ? (
          <ProductField name="price" draft={draft} />
        ) : (
          <SalePrice price={draft.price} originalPrice={draft.originalPrice} />
        )}
        <ProductField name="sizeQuantity" draft={draft} />
        <ProductField name="sizeUnit" draft={draft} />
        <ProductField name="sku" draft={draft} />
        {stockField}
        <ProductField name="preorderDate" draft={draft} type="date" />
        <ProductField name="status" draft={draft} options={PUBLISH_STATUS_OPTIONS} />
        <ProductField name="featured" draft={draft} />
      </FieldGroup>
      <FieldGroup>
        {CUSTOM_OPTIONS.map((option) =>
          family?.options.includes(option) ? (
            <ProductField
              key={option}
              name={option}
              label={optionSetting(option, family.optionSettings).name}
              draft={draft}
            />
          ) : (
            <input key={option} type="hidden" name={option} defaultValue={draft[option] ?? ''} />
          ),
        )}
        <ProductField name="shadeName" draft={draft} />
        <ProductField name="shadeCode" draft={draft} />
        <ProductField name="shadeColor" draft={draft} />
        <ProductField name="shadeFinish" draft={draft} />
        <ProductField name="barcode" draft={draft} inputMode="numeric" />
        <ProductField name="weight" draft={draft} />
        <ProductField name="line" draft={draft} />
        <ProductField name="routineStep" draft={draft} inputMode="numeric" />
        <ProductField name="cost" draft={draft} />
      </FieldGroup>
      <ProductField name="description" draft={draft} family={family} rows={6} />
      <FieldGroup>
        <ProductField name="benefits" draft={draft} family={family} />
        <ProductField name="howToUse" draft={draft} family={family} />
        {formulaPath ? (
          <p className="text-ink-soft">
            The ingredients come from the <AdminLink to={formulaPath}>formula</AdminLink>.
          </p>
        ) : (
          <ProductField name="ingredients" draft={draft} />
        )}
        <ProductField name="keywords" draft={draft} />
      </FieldGroup>
      <FieldGroup>
        <ProductField name="seoTitle" draft={draft} />
        <ProductField name="seoDescription" draft={draft} rows={2} />
      </FieldGroup>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
        <SubmitButton>{children}</SubmitButton>
        {edits.hasChanges && (
          <Button variant="secondary" onClick={edits.discard}>
            Discard
          </Button>
        )}
        <span role="status" className="text-ink-soft">
          {edits.hasChanges && 'Unsaved changes'}
        </span>
      </div>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This product has unsaved changes." />
      )}
    </ActionForm>
  )
}

function FromFamily({ draft, family }: { draft: ProductDraft; family: AdminFamily }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      {[
        ['Name', draft.name],
        ['Brand', draft.brand],
        ['Category', draft.category],
      ].map(([title, text]) => (
        <div key={title}>
          <dt className="text-ink-soft">{title}</dt>
          <dd>{text || '—'}</dd>
        </div>
      ))}
      <div>
        <dt className="text-ink-soft">Family</dt>
        <dd>
          <AdminLink to={`products/families/${family.id}`}>{family.name}</AdminLink>
        </dd>
      </div>
    </dl>
  )
}

function FieldGroup({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</div>
}

/** An offer decides it. The fields are posted unchanged. */
function SalePrice({ price, originalPrice }: { price: number; originalPrice: number }) {
  const usd = (amount: number) => formatMoney({ amount, currency: 'usd' })
  return (
    <div>
      <p className="text-ink-soft">Price (USD)</p>
      <p className="tabular mt-1">
        {usd(price)} instead of {usd(originalPrice)}, by an{' '}
        <AdminLink to="offers?show=running">offer</AdminLink>
      </p>
      <input type="hidden" name="price" defaultValue={decimalText(price)} />
      <input type="hidden" name="originalPrice" defaultValue={decimalText(originalPrice)} />
    </div>
  )
}
