import { stringify } from 'csv-stringify/sync'
import { requireExportApproval, takeApprovedExport } from '#core/approvals/approved-export.server.ts'
import { recordPersonalExport } from '#core/audit/audit.server.ts'
import { type CsvCell, escapeFormula } from '#core/catalog/import/csv-cell.ts'
import type { ListQuery } from '#core/pagination.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type AdminContext, listQueryFrom, requireAdmin } from '../admin-context.ts'
import type { Route } from './+types/csv-export'
import { requireListExport } from './csv-export-lists.server.ts'
import type { CsvExport } from './define-export.ts'
import { WITHOUT_PERSONAL_DATA } from './list-exports.ts'

/** Streams the list page by page, so a long one never sits in memory. */
export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const query = listQueryFrom(url)
  const [parameter, no] = WITHOUT_PERSONAL_DATA
  const options = { isWithoutPersonalData: url.searchParams.get(parameter) === no }
  const { hasPersonalData } = await refusalToResponse(requireListExport(ctx, params.list, options))
  if (hasPersonalData) await refusalToResponse(requireExportApproval(ctx, { list: params.list, ...query }))
  return sendExport(ctx, params.list, { ...query, reading: 'export' }, options)
}

/** An approved export, which changes the request, so it isn't a link. */
export async function action({ context, pattern, request }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, pattern })
  const approval = String((await request.formData()).get('approval') ?? '')
  const { list, exportQuery } = await refusalToResponse(takeApprovedExport(ctx, approval))
  return sendExport(ctx, list, { ...exportQuery, reading: 'approved-export' })
}

async function sendExport(
  ctx: AdminContext,
  list: string,
  query: ListQuery,
  options?: { isWithoutPersonalData: boolean },
): Promise<Response> {
  // Before the response starts, because a list checks its own permission only when it is read.
  const { csvExport, hasPersonalData } = await refusalToResponse(requireListExport(ctx, list, options))
  if (hasPersonalData) await refusalToResponse(recordPersonalExport(ctx, list))
  const pages = csvExport.pages(ctx, query)
  // A list that refuses responds with its reason, not with a file that ends early.
  const firstPage = await refusalToResponse(pages.next())
  const lines = toCsv(csvExport, firstPage, pages)
  return new Response(toReadableStream(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${list}"`,
    },
  })
}

// Excel reads a file as UTF-8 only if it starts with a byte order mark.
const BYTE_ORDER_MARK = '\uFEFF'

async function* toCsv(
  { columns }: CsvExport,
  firstPage: IteratorResult<CsvCell[][]>,
  laterPages: ReturnType<CsvExport['pages']>,
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(BYTE_ORDER_MARK + stringify([columns]))
  if (firstPage.done) return
  yield toLines(firstPage.value)
  for await (const rows of laterPages) yield toLines(rows)
}

const encoder = new TextEncoder()

function toLines(rows: CsvCell[][]): Uint8Array {
  return encoder.encode(stringify(rows.map((row) => row.map(escapeFormula))))
}

function toReadableStream(lines: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await lines.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
