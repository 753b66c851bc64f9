import { listWishlistDemand, type ProductDemand } from '#core/wishlist/wishlist-demand.server.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { ProductLinks } from '../products/product-links.tsx'
import { CellLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/wishlists'

export const meta = adminMeta('Wish lists')

export const loader = listLoader(listWishlistDemand)

const FILTERS = { 'sold-out': 'Sold out' } as const

const COLUMNS: Column<ProductDemand>[] = [
  {
    title: 'Product',
    placement: 'lead',
    cell: ({ id, name }) => <CellLink to={`products/${id}`}>{name}</CellLink>,
  },
  {
    title: 'Wishes',
    align: 'end',
    placement: 'side',
    sorts: ['wishes', 'wishes-up', 'descending'],
    cell: ({ wishes }) => (
      <>
        {wishes}
        <span className="lg:sr-only"> wishes</span>
      </>
    ),
  },
  {
    title: 'Waiting for stock',
    align: 'end',
    sorts: ['waiting', 'waiting-up', 'descending'],
    cell: ({ waiting }) => (
      <>
        {waiting}
        <span className="lg:sr-only"> waiting for stock</span>
      </>
    ),
  },
  { title: 'In stock', align: 'end', placement: 'desktop', cell: ({ stock }) => stock },
]

export default function Wishlists({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Wish lists"
        lead="How many customers have each product on their list, and how many people are emailed when it’s back in stock."
      >
        <ExportLink list="wishlists" />
      </ScreenHeader>
      <Can to="products.edit">
        <ProductLinks />
      </Can>
      <DataList
        filters={toFilters(FILTERS)}
        searchLabel="Search by product"
        label="Wish lists"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="wishes"
        empty="No products match."
      />
    </>
  )
}
