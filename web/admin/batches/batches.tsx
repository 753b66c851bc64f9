import { type Batch, findToday, listBatches } from '#core/batches/batches.server.ts'
import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { formatDay } from '#core/dates.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/batches'
import { BatchStatus } from './batch-status.tsx'

export const meta = adminMeta('Batches')

/** Of one product, with `?in=`. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const query = listQueryFrom(url)
  const product = query.scope ? await refusalToResponse(findAdminProduct(ctx, query.scope)) : null
  const page = await refusalToResponse(listBatches(ctx, query))
  return { ...page, today: await findToday(ctx), product: product && { id: product.id, name: product.name } }
}

const FILTERS = {
  'in-stock': 'In stock',
  expiring: 'Expires soon',
  expired: 'Expired',
  recalled: 'Recalled',
} as const

export default function Batches({ loaderData }: Route.ComponentProps) {
  const { today, product } = loaderData
  const columns: Column<Batch>[] = [
    {
      title: 'Batch',
      placement: 'lead',
      cell: ({ id, number }) => <CellLink to={`products/batches/${id}`}>{number}</CellLink>,
    },
    { title: 'Product', cell: ({ productName }) => productName },
    {
      title: 'Expires',
      sorts: ['expiry', 'expiry-down', 'ascending'],
      cell: ({ expiresOn }) =>
        expiresOn && (
          <>
            <span className="lg:hidden">Expires </span>
            {formatDay(expiresOn)}
          </>
        ),
    },
    {
      title: 'Received',
      placement: 'desktop',
      sorts: BY_DATE,
      cell: ({ receivedAt }) => <Timestamp at={receivedAt} />,
    },
    { title: 'Status', placement: 'beside', cell: (batch) => <BatchStatus batch={batch} today={today} /> },
    {
      title: 'Left',
      align: 'end',
      placement: 'side',
      cell: ({ remaining, received }) => `${remaining} of ${received}`,
    },
  ]
  return (
    <>
      <ScreenHeader
        title={product ? `Batches of ${product.name}` : 'Batches'}
        lead="Receive stock with a batch number on the product’s page. Orders get the units that expire first."
      >
        {product && <HeaderLink to={`products/${product.id}`}>View product</HeaderLink>}
        {product && <HeaderLink to="products/batches">All batches</HeaderLink>}
        <ExportLink list="batches" />
      </ScreenHeader>
      <Can to="products.edit">
        <ProductLinks />
      </Can>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={toFilters(FILTERS)}
        searchLabel="Search by batch number"
        label="Batches"
        columns={columns}
        page={loaderData}
        defaultSort="newest"
        empty="No batches match."
      />
    </>
  )
}
