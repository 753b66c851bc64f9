import { adminAccounting } from './admin-accounting.ts'
import { adminAnalytics } from './admin-analytics.ts'
import { adminDashboard } from './admin-dashboard.ts'
import { adminImports } from './admin-imports.ts'
import { adminOrders } from './admin-orders.ts'
import { adminProducts } from './admin-products.ts'
import { adminProfiles } from './admin-profiles.ts'
import { booksExport } from './books.ts'
import { adminReturns } from './returns.ts'
import { storage } from './storage.ts'
import { storageParts } from './storage-parts.ts'

/** The calls for administrators alone. */
export const adminRoutes = [
  adminProfiles,
  adminDashboard,
  adminOrders,
  adminReturns,
  booksExport,
  adminAccounting,
  adminProducts,
  adminImports,
  storage,
  storageParts,
  adminAnalytics,
]
