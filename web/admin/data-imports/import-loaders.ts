import { redirect } from 'react-router'
import type { DataImportKind } from '#core/data-imports/data-import.ts'
import {
  findDataImport,
  listDataImportRows,
  listDataImports,
} from '#core/data-imports/data-imports.server.ts'
import { startDataImport } from '#core/data-imports/run-data-import.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import type { RouterContext } from '#web/request-context.ts'
import { listQueryFrom, requireAdmin } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { takeUploadError } from '../files/take-upload-error.ts'

type ScreenArgs = { context: RouterContext; pattern: string }
type DetailsArgs = ScreenArgs & { url: URL; params: { id: string } }

export const importsLoader =
  (kind: DataImportKind) =>
  async ({ context, pattern }: ScreenArgs) => {
    const imports = await listDataImports(requireAdmin({ context, pattern }), kind)
    return { imports, uploadError: takeUploadError(context) }
  }

export const importLoader =
  (kind: DataImportKind) =>
  async ({ context, pattern, url, params: { id } }: DetailsArgs) => {
    const ctx = requireAdmin({ context, pattern })
    const dataImport = await refusalToResponse(findDataImport(ctx, kind, id))
    return {
      dataImport,
      list: await refusalToResponse(listDataImportRows(ctx, dataImport, listQueryFrom(url))),
    }
  }

export const importAction = (kind: DataImportKind) =>
  adminAction(
    {
      '': async ({ ctx, params: { id = '' }, url }) => {
        await startDataImport(ctx, kind, id)
        return redirect(url.pathname)
      },
    },
    'Import not started',
  )
