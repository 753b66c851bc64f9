import { CUSTOMER_IMPORT } from './customers/import-customers.server.ts'
import type { DataImportKind } from './data-import.ts'
import type { DataKind } from './data-kind.server.ts'
import { FORMULA_IMPORT } from './formulas/import-formulas.server.ts'
import { INFORMATION_IMPORT } from './information/import-information.server.ts'
import { OFFER_IMPORT } from './offers/import-offers.server.ts'
import { ORDER_IMPORT } from './orders/import-orders.server.ts'

export const DATA_KINDS: Record<DataImportKind, DataKind> = {
  customers: CUSTOMER_IMPORT,
  offers: OFFER_IMPORT,
  orders: ORDER_IMPORT,
  'product-information': INFORMATION_IMPORT,
  formulas: FORMULA_IMPORT,
}
