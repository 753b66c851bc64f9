import { listEntries } from '#core/accounting/entries.server.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { toPeriod } from '#core/analytics/analytics.server.ts'
import { readSalesBySource } from '#core/analytics/sources.server.ts'
import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { listExportedProducts } from '#core/catalog/import/collections/chosen-collections.server.ts'
import { listImportRows } from '#core/catalog/import/imports.server.ts'
import { PRODUCT_COLUMNS, productCells } from '#core/catalog/import/product-csv.ts'
import { INFORMATION_COLUMNS, informationCells } from '#core/compliance/information-csv.ts'
import { listInformationSheets } from '#core/compliance/information-sheets.server.ts'
import { listSubscribers } from '#core/customers/subscribers.server.ts'
import { Refusal } from '#core/errors.ts'
import { FORMULA_COLUMNS, formulaCells } from '#core/ingredients/formulas/formula-csv.ts'
import { listFormulaSheets } from '#core/ingredients/formulas/formula-sheets.server.ts'
import { publicPath } from '#core/media/upload.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { toDecimal } from '#core/money.ts'
import { listOffers } from '#core/offers/offer-list.server.ts'
import type { ExportContent } from '#core/orders/exports/order-export.server.ts'
import { findOption } from '#core/pagination.ts'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { listAdminReviews } from '#core/reviews/moderate-reviews.server.ts'
import { listSamples } from '#core/samples/sample-list.server.ts'
import { listWishlistDemand } from '#core/wishlist/wishlist-demand.server.ts'
import type { AdminContext } from '../admin-context.ts'
import { invoicesExport, journalExport, returnsExport, taxExport } from './accounting-exports.server.ts'
import { adverseEventsExport, batchesExport, recipientsExport } from './batch-exports.server.ts'
import { type CsvExport, defineExport } from './define-export.ts'
import { draftOrdersExport } from './draft-order-export.server.ts'
import { giftCardsExport } from './gift-card-export.server.ts'
import { LIST_EXPORTS } from './list-exports.ts'
import { orderLinesExport, ordersExport } from './order-exports.server.ts'
import { cardTransactionsExport, payoutsExport } from './payout-exports.server.ts'
import { remindersExport } from './reminder-export.server.ts'

type RequiredExport = ExportContent & { csvExport: CsvExport }

/** The export of a file that the person may have, without personal data where they may not export it. */
export async function requireListExport(
  { actor }: AdminContext,
  file: string,
  { isWithoutPersonalData = false } = {},
): Promise<RequiredExport> {
  const listExport = findOption(CSV_EXPORTS, file)
  if (!listExport) throw new Refusal('not_found', 'This export doesn’t exist.')
  const { access = 'staff.edit', personalData } = LIST_EXPORTS[file.replace(/\.csv$/, '')] ?? {}
  const permissions = [access].flat()
  const [first = 'staff.edit'] = permissions
  requirePermission(actor, permissions.find((permission) => hasPermission(actor, permission)) ?? first)
  if (personalData === 'file') requirePermission(actor, 'personal-data.export')
  const hasPersonalData =
    personalData === 'file' ||
    (personalData === 'columns' && !isWithoutPersonalData && hasPermission(actor, 'personal-data.export'))
  const csvExport = typeof listExport === 'function' ? listExport({ hasPersonalData }) : listExport
  return { csvExport, hasPersonalData }
}

const CSV_EXPORTS: Record<string, CsvExport | ((content: ExportContent) => CsvExport)> = {
  'orders.csv': ordersExport,
  'order-lines.csv': orderLinesExport,
  'returns.csv': returnsExport,
  'payouts.csv': payoutsExport,
  'card-transactions.csv': cardTransactionsExport,
  'batches.csv': batchesExport,
  'gift-cards.csv': giftCardsExport,
  'draft-orders.csv': draftOrdersExport,
  'batch-recipients.csv': recipientsExport,
  'samples.csv': defineExport(
    [
      'product id',
      'sample',
      'full size id',
      'full size',
      'on',
      'order',
      'stock',
      'given',
      'people',
      'bought the full size',
    ],
    listSamples,
    ({ id, name, fullSizeId, fullSizeName, active, position, stock, given, people, buyers }) => [
      ...[id, name, fullSizeId, fullSizeName, active ? 'yes' : 'no', position, stock, given, people, buyers],
    ],
  ),
  'wishlists.csv': defineExport(
    ['product id', 'product', 'sku', 'stock', 'wishes', 'waiting for stock'],
    listWishlistDemand,
    ({ id, name, sku, stock, wishes, waiting }) => [id, name, sku, stock, wishes, waiting],
  ),
  'adverse-events.csv': adverseEventsExport,
  'checkout-reminders.csv': remindersExport,
  'journal.csv': journalExport,
  'invoices.csv': invoicesExport,
  'tax.csv': taxExport,
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
  'formulas.csv': defineExport(FORMULA_COLUMNS, listFormulaSheets, formulaCells),
  'product-information.csv': defineExport(INFORMATION_COLUMNS, listInformationSheets, informationCells),
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
    [
      'code',
      'title',
      'kind',
      'value',
      'minimum',
      'uses',
      'limit',
      'ends',
      'status',
      'created',
      'scope',
      'on',
      'starts',
      'first order only',
      'customer limit',
    ],
    listOffers,
    ({ code, title, kind, value, minimum, uses, totalLimit, endsAt, state, createdAt, ...offer }) => [
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
      offer.scope,
      offer.scopeNames.join(', '),
      offer.startsAt.toISOString(),
      offer.firstOrderOnly ? 'yes' : 'no',
      offer.customerLimit,
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
  'products.csv': defineExport(PRODUCT_COLUMNS, listExportedProducts, (product, { settings }) =>
    productCells(product, settings.origin),
  ),
}

function defineFileExport(bucket: Parameters<typeof listUploads>[1]): CsvExport {
  return defineExport(
    ['uploaded', 'name', 'type', 'bytes', 'url', 'alt text'],
    (ctx, query) => listUploads(ctx, bucket, query),
    (file) => [file.createdAt.toISOString(), file.name, file.type, file.bytes, publicPath(file), file.alt],
  )
}
