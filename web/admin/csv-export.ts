import { stringify } from 'csv-stringify/sync'
import { data } from 'react-router'
import { requireExportApproval, takeApprovedExport } from '#core/approvals/approved-export.server.ts'
import { isPersonalList } from '#core/approvals/personal-lists.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import { escapeFormula } from '#core/csv.ts'
import { findOption, type ListQuery } from '#core/pagination.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import type { Route } from './+types/csv-export'
import { type AdminContext, listQueryFrom, requireAdmin } from './admin-context.ts'
import { CSV_EXPORTS, type CsvExport } from './csv-export-lists.server.ts'

/** Streams the list page by page, so a long one never sits in memory. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const csvExport = findOption(CSV_EXPORTS, params.list)
  if (!csvExport) throw data('This export doesn’t exist.', 404)
  if (isPersonalList(params.list))
    await refusalToResponse(requireExportApproval(ctx, { list: params.list, ...listQueryFrom(url) }))
  return sendExport(ctx, params.list, listQueryFrom(url))
}

/** An approved export, which changes the request, so it isn't a link. */
export async function action({ context, url, request }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const approval = String((await request.formData()).get('approval') ?? '')
  const { list, exportQuery } = await refusalToResponse(takeApprovedExport(ctx, approval))
  return sendExport(ctx, list, exportQuery)
}

async function sendExport(ctx: AdminContext, list: string, query: ListQuery): Promise<Response> {
  const csvExport = findOption(CSV_EXPORTS, list)
  if (!csvExport) throw data('This export doesn’t exist.', 404)
  if (isPersonalList(list)) await writeAudit(ctx, { action: 'list-exported', subject: list })
  const lines = toCsv(csvExport, csvExport.pages(ctx, query))
  return new Response(toReadableStream(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${list}"`,
    },
  })
}

// Excel reads a file as UTF-8 only if it starts with a byte order mark.
const BYTE_ORDER_MARK = '\uFEFF'

// The library doesn't quote a lone carriage return, but readers treat it as the end of the line.
const STRINGIFY_OPTIONS = { quoted_match: /\r/ }

async function* toCsv(
  { columns }: CsvExport,
  pages: ReturnType<CsvExport['pages']>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK + stringify([columns]))
  for await (const rows of pages)
    yield encoder.encode(
      stringify(
        rows.map((row) => row.map(escapeFormula)),
        STRINGIFY_OPTIONS,
      ),
    )
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
