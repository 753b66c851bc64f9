import { stringify } from 'csv-stringify/sync'
import { data } from 'react-router'
import { recordPersonalExport } from '#core/accounts/audit-log.server.ts'
import { requirePermission } from '#core/accounts/permissions.ts'
import type { Context } from '#core/context.ts'
import { escapeFormula } from '#core/csv.ts'
import { findOption } from '#core/pagination.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import type { Route } from './+types/csv-export'
import { listQueryFrom, requireAdmin } from './admin-context.ts'
import { CSV_EXPORTS, type CsvExport } from './csv-export-lists.server.ts'
import { LIST_EXPORTS } from './list-exports.ts'

/** Streams the list page by page, so a long one never sits in memory. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const csvExport = findOption(CSV_EXPORTS, params.list)
  if (!csvExport) throw data('This export doesn’t exist.', 404)
  await refusalToResponse(requireExportPermission(ctx, params.list))
  const lines = toCsv(csvExport, csvExport.pages(ctx, listQueryFrom(url)))
  return new Response(toReadableStream(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${params.list}"`,
    },
  })
}

/** Before the response starts, because a list checks its own permission only when it is read. */
async function requireExportPermission(ctx: Context, file: string): Promise<void> {
  const listExport = LIST_EXPORTS[file.replace(/\.csv$/, '')]
  requirePermission(ctx.actor, listExport?.permission ?? 'staff.edit')
  if (listExport?.isPersonal) await recordPersonalExport(ctx, file)
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
