import { stringify } from 'csv-stringify/sync'
import { data } from 'react-router'
import { escapeFormula } from '#core/csv.ts'
import type { Route } from './+types/csv-export'
import { listQueryFrom, requireAdmin } from './admin-context.ts'
import { CSV_EXPORTS, type CsvExport } from './csv-export-lists.server.ts'

/** A list as CSV, page by page: however long it is, little of it is in memory. */
export function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const csvExport = CSV_EXPORTS[params.list]
  if (!csvExport) throw data('There is no such export.', 404)
  const lines = toCsv(csvExport, csvExport.pages(ctx, listQueryFrom(url)))
  return new Response(toReadableStream(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${params.list}"`,
    },
  })
}

// A spreadsheet takes UTF-8 for granted only behind its mark, and a cell that begins with = for a command.
const BYTE_ORDER_MARK = '\uFEFF'

// A line break of one letter alone would be no reason to quote, and yet end the line when it is read.
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
