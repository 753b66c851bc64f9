import { adminReturns } from '../returns.ts'
import { adminAccounting } from './accounting.ts'
import { adminAnalytics } from './analytics.ts'
import { adminDashboard } from './dashboard.ts'
import { booksExport } from './export-books.ts'
import { adminFamilies } from './families.ts'
import { adminImports } from './imports.ts'
import { adminOrders } from './orders.ts'
import { adminProducts } from './products.ts'
import { adminProfiles } from './profiles.ts'
import { adminSettings } from './settings.ts'
import { storage } from './storage.ts'
import { storageParts } from './storage-parts.ts'
import { adminTags } from './tags.ts'

export const adminRoutes = [
  adminProfiles,
  adminDashboard,
  adminOrders,
  adminReturns,
  booksExport,
  adminAccounting,
  adminProducts,
  adminFamilies,
  adminImports,
  storage,
  storageParts,
  adminAnalytics,
  adminSettings,
  adminTags,
]
