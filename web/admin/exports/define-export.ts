import type { CsvCell } from '#core/catalog/import/csv-cell.ts'
import type { ExportContent } from '#core/orders/exports/order-export.server.ts'
import { everyPage, type ListPage, type ListQuery } from '#core/pagination.ts'
import type { AdminContext } from '../admin-context.ts'

export type CsvExport = {
  columns: readonly string[]
  pages(ctx: AdminContext, query: ListQuery): AsyncGenerator<CsvCell[][]>
}

type PageReader<Item> = (ctx: AdminContext, query: ListQuery) => Promise<ListPage<Item>>

export function defineExport<Item>(
  columns: readonly string[],
  list: PageReader<Item>,
  cells: (item: Item, ctx: AdminContext) => CsvCell[],
): CsvExport {
  return {
    columns,
    async *pages(ctx, query) {
      for await (const rows of everyPage(query, (page) => list(ctx, page)))
        yield rows.map((item) => cells(item, ctx))
    },
  }
}

export type CsvColumn<Item> = [title: string, cell: (item: Item) => CsvCell, isPersonal?: 'personal']

/** An export that leaves out its personal columns unless it has personal data. */
export function defineColumns<Item>(
  columns: CsvColumn<Item>[],
  list: (ctx: AdminContext, query: ListQuery, content: ExportContent) => Promise<ListPage<Item>>,
): (content: ExportContent) => CsvExport {
  return (content) => {
    const included = columns.filter(([, , isPersonal]) => content.hasPersonalData || !isPersonal)
    return defineExport(
      included.map(([title]) => title),
      (ctx, query) => list(ctx, query, content),
      (item) => included.map(([, cell]) => cell(item)),
    )
  }
}

/** For items that have several rows in the file. */
export function eachRow<Item, Row>(list: PageReader<Item>, toRows: (item: Item) => Row[]): PageReader<Row> {
  return async (ctx, query) => {
    const page = await list(ctx, query)
    return { ...page, rows: page.rows.flatMap(toRows) }
  }
}
