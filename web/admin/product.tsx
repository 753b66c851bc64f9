import { Form, Link, redirect, useSearchParams } from 'react-router'
import { discardDraft } from '#core/catalog/discard-draft.server.ts'
import { type AdminProduct, findAdminProduct } from '#core/catalog/every-product.server.ts'
import { setProductPictures } from '#core/catalog/hang-pictures.server.ts'
import {
  duplicateProduct,
  editProduct,
  restorePublishStatus,
  setPublishStatus,
} from '#core/catalog/keep-products.server.ts'
import { adjustStock, findStockLevel, listStockMovements } from '#core/catalog/stock.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { Refusal } from '#core/errors.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { setFlash } from '../account/kept.ts'
import { replyWith, withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { InlineNotice } from '../ui/said.tsx'
import type { Route } from './+types/product.ts'
import { Ask } from './ask.tsx'
import { adminOf, officeOf, titled } from './office.ts'
import { ProductForm } from './product-form.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { readProductForm } from './read-product.ts'
import { ScreenHead } from './screen-head.tsx'
import { Stock } from './stock.tsx'
import { readWas, Undo } from './undo.tsx'

export const meta = titled('A product')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const sheet = await refusalToResponse(findAdminProduct(ctx, params.id))
  const [stock, movements, library] = await Promise.all([
    findStockLevel(ctx, sheet.id),
    listStockMovements(ctx, sheet.id),
    listUploads(ctx, 'admin_uploads', {}),
  ])
  return { sheet, stock, movements, library: library.rows.slice(0, 40) }
}

export async function action({ context, request, url, params: { id } }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  const page = (id: string) => redirect(`${officeOf(url)}/products/${id}`)
  return withFormErrors(context, 'This was not kept', form, async () => {
    switch (form.get('act')) {
      case 'keep':
        await editProduct(ctx, id, { ...readProductForm(form), edition: Number(form.get('edition')) })
        setFlash(context, 'product-kept')
        return page(id)
      case 'stock':
        await adjustStock(ctx, id, readStock(form))
        setFlash(context, 'stock-changed')
        return page(id)
      case 'hang':
        await setProductPictures(ctx, id, form.getAll('picture').map(String))
        setFlash(context, 'pictures-hung')
        return page(id)
      case 'archive': {
        const [before] = await setPublishStatus(ctx, [id], 'archived')
        setFlash(context, 'product-archived')
        return redirect(`${officeOf(url)}/products/${id}${before ? `?was=${before.was}` : ''}`)
      }
      case 'undo':
        await restorePublishStatus(ctx, readWas(form.getAll('was')).slice(0, 1))
        setFlash(context, 'product-put-back')
        return page(id)
      case 'duplicate': {
        const twin = await duplicateProduct(ctx, id)
        setFlash(context, 'product-duplicated')
        return redirect(`${officeOf(url)}/products/${twin.id}?copy=${id}`)
      }
      case 'discard':
        await discardDraft(ctx, id)
        setFlash(context, 'copy-discarded')
        return page(encodeURIComponent(String(form.get('copy'))))
      default:
        return replyWith({ status: 400 })
    }
  })
}

function readStock(form: FormData) {
  const change = String(form.get('change') ?? '').trim()
  const reason = STOCK_REASONS.find((known) => known === form.get('reason'))
  if (!reason) throw new Refusal('invalid_input', 'Say why.', { reason: 'Say why.' })
  const amount = /^[+-]?[0-9]{1,7}$/.test(change) ? Number(change) : Number.NaN
  return { change: amount, reason, note: String(form.get('note') ?? '') }
}

export default function OneProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, stock, movements, library } = loaderData
  const said = useFormResult(actionData)
  const told = { fields: actionData?.fields, values: actionData?.values }
  return (
    <>
      <ScreenHead title={sheet.name}>
        <Acts sheet={sheet} />
      </ScreenHead>
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <ProductForm key={`${sheet.id} ${sheet.edition}`} draft={sheet} edition={sheet.edition} told={told}>
          Keep Changes
        </ProductForm>
        <div className="space-y-10">
          <Stock key={movements[0]?.id} stock={stock} movements={movements} told={told} />
          <ProductPictures sheet={sheet} library={library} />
        </div>
      </div>
    </>
  )
}

function Acts({ sheet }: { sheet: AdminProduct }) {
  const [params] = useSearchParams()
  const undone = sheet.status === 'archived' ? readWas([`${params.get('was')}:${sheet.id}`]) : []
  const copied = sheet.status === 'draft' && sheet.edition === 1 ? params.get('copy') : null
  return (
    <>
      {sheet.status === 'published' && (
        <Link to={`/product/${sheet.id}`} className="link-line inline-flex min-h-9 items-center">
          See it in the shop
        </Link>
      )}
      {undone.length > 0 && <Undo all={undone} act="undo" />}
      {copied && (
        <Form method="post">
          <input type="hidden" name="act" value="discard" />
          <input type="hidden" name="copy" value={copied} />
          <button type="submit" className="link-line min-h-9 cursor-pointer">
            Undo the Copy
          </button>
        </Form>
      )}
      <Form method="post">
        <input type="hidden" name="act" value="duplicate" />
        <button type="submit" className="link-line min-h-9 cursor-pointer">
          Duplicate
        </button>
      </Form>
      {sheet.status !== 'archived' && (
        <Ask
          open="Archive…"
          question="It leaves the shop, and stays in the orders that have it."
          fields={{ act: 'archive' }}
          yes="Archive Product"
        />
      )}
    </>
  )
}
