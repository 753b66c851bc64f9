import { listEntries } from '#core/accounting/entries.server.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { toPeriod } from '#core/analytics/analytics.server.ts'
import { readSalesBySource } from '#core/analytics/sources.server.ts'
import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import type { CsvCell } from '#core/catalog/import/csv-cell.ts'
import { listImportRows } from '#core/catalog/import/imports.server.ts'
import { PRODUCT_COLUMNS, productCells } from '#core/catalog/import/product-csv.ts'
import { listSubscribers } from '#core/customers/subscribers.server.ts'
import { Refusal } from '#core/errors.ts'
import { publicPath } from '#core/media/upload.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { toDecimal } from '#core/money.ts'
import { listOffers } from '#core/offers/offer-list.server.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { everyPage, findOption, type ListPage, type ListQuery } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { listAdminReviews } from '#core/reviews/moderate-reviews.server.ts'
import type { AdminContext } from './admin-context.ts'
import { LIST_EXPORTS } from './list-exports.ts'

export type CsvExport = {
  columns: readonly string[]
  pages(ctx: AdminContext, query: ListQuery): AsyncGenerator<CsvCell[][]>
}

/** The export of a file that the person may have. */
export async function requireListExport(
  { actor }: AdminContext,
  file: string,
): Promise<{ csvExport: CsvExport; isPersonal: boolean }> {
  const csvExport = findOption(CSV_EXPORTS, file)
  if (!csvExport) throw new Refusal('not_found', 'This export doesn’t exist.')
  const { permission = 'staff.edit', isPersonal = false } = LIST_EXPORTS[file.replace(/\.csv$/, '')] ?? {}
  requirePermission(actor, permission)
  if (isPersonal) requirePermission(actor, 'personal-data.export')
  return { csvExport, isPersonal }
}

const CSV_EXPORTS: Record<string, CsvExport> = {
  'orders.csv': defineExport(
    [
      'number',
      'placed',
      'email',
      'name',
      'status',
      'payment',
      'items',
      'total',
      'currency',
      'total in USD',
      'tags',
    ],
    listAdminOrders,
    (order) => [
      order.number,
      order.createdAt.toISOString(),
      order.email,
      order.buyer,
      order.status,
      order.paymentMethod === 'demo' ? 'test order' : order.paymentStatus,
      order.pieces,
      toDecimal(order.total.amount),
      order.total.currency,
      toDecimal(order.baseTotal),
      order.tags.join(', '),
    ],
  ),
  'users.csv': defineExport(
    ['id', 'email', 'full name', 'role', 'joined', 'tags'],
    listProfiles,
    (profile) => [
      profile.id,
      profile.email,
      profile.fullName,
      profile.role,
      profile.createdAt.toISOString(),
      profile.tags.join(', '),
    ],
  ),
  'accounting.csv': defineExport(
    ['date', 'description', 'kind', 'order', 'amount', 'currency'],
    listEntries,
    ({ at, description, kind, orderNumber, amount, currency }) => [
      at.toISOString(),
      description,
      kind,
      orderNumber,
      toDecimal(amount),
      currency,
    ],
  ),
  'reviews.csv': defineExport(
    ['submitted', 'product', 'author', 'rating', 'title', 'text', 'status'],
    listAdminReviews,
    ({ createdAt, product, author, rating, title, body, status }) => [
      createdAt.toISOString(),
      product,
      author,
      rating,
      title,
      body,
      status,
    ],
  ),
  'offers.csv': defineExport(
    ['code', 'title', 'kind', 'value', 'minimum', 'uses', 'limit', 'ends', 'status', 'created'],
    listOffers,
    ({ code, title, kind, value, minimum, uses, totalLimit, endsAt, state, createdAt }) => [
      code,
      title,
      kind,
      toDecimal(value),
      toDecimal(minimum),
      uses,
      totalLimit,
      endsAt?.toISOString() ?? null,
      state,
      createdAt.toISOString(),
    ],
  ),
  'newsletter.csv': defineExport(
    ['email', 'status', 'signed up', 'confirmed', 'unsubscribed'],
    listSubscribers,
    ({ email, state, requestedAt, confirmedAt, leftAt }) => [
      email,
      state,
      requestedAt.toISOString(),
      confirmedAt?.toISOString() ?? null,
      leftAt?.toISOString() ?? null,
    ],
  ),
  'audit.csv': defineExport(
    ['at', 'by', 'action', 'subject', 'before', 'after'],
    listAuditEntries,
    ({ at, by, action, subject, before, after }) => [
      at.toISOString(),
      by,
      action,
      subject,
      before == null ? null : JSON.stringify(before),
      after == null ? null : JSON.stringify(after),
    ],
  ),
  'uploads.csv': defineFileExport('admin-uploads'),
  'media.csv': defineFileExport('admin_uploads'),
  'import-rows.csv': defineExport(
    ['line', 'status', 'slug', 'name', 'column', 'value', 'error'],
    (ctx, query) => listImportRows(ctx, query.scope ?? '', query),
    ({ line, kind, slug, name, problems }) => [
      line,
      kind,
      slug,
      name,
      problems.map(({ column }) => column).join('\n'),
      problems.map(({ value }) => value).join('\n'),
      problems.map(({ problem }) => problem).join('\n'),
    ],
  ),
  'sources.csv': defineExport(
    [
      'source',
      'medium',
      'campaign',
      'orders',
      'revenue in USD',
      'test orders',
      'visits',
      'conversion in percent',
    ],
    async (ctx, { filter }) => {
      const { rows, isPending } = await readSalesBySource(ctx, toPeriod(filter))
      if (isPending)
        throw new Refusal('unavailable', 'These sales are being counted. Try again in a few minutes.')
      return { rows, next: null, previous: null }
    },
    ({ source, medium, campaign, orders, testOrders, revenue, visits, conversionPercent }) => [
      source ?? 'Direct or unknown',
      medium,
      campaign,
      orders,
      toDecimal(revenue),
      testOrders,
      visits,
      conversionPercent,
    ],
  ),
  'products.csv': defineExport(PRODUCT_COLUMNS, listAdminProducts, productCells),
}

function defineFileExport(bucket: Parameters<typeof listUploads>[1]): CsvExport {
  return defineExport(
    ['uploaded', 'name', 'type', 'bytes', 'url', 'alt text'],
    (ctx, query) => listUploads(ctx, bucket, query),
    (file) => [file.createdAt.toISOString(), file.name, file.type, file.bytes, publicPath(file), file.alt],
  )
}

function defineExport<Item>(
  columns: readonly string[],
  list: (ctx: AdminContext, query: ListQuery) => Promise<ListPage<Item>>,
  cells: (item: Item) => CsvCell[],
): CsvExport {
  return {
    columns,
    async *pages(ctx, query) {
      for await (const rows of everyPage(query, (page) => list(ctx, page))) yield rows.map(cells)
    },
  }
}
