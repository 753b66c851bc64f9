import { adminImportedOrders } from '../imported-orders/imported-orders.ts'
import { adminReturns } from '../returns.ts'
import { adminAccounting } from './accounting.ts'
import { adminAnalytics } from './analytics.ts'
import { adminApprovals } from './approvals.ts'
import { personalDataReads } from './audit/personal-data-reads.ts'
import { signedSeals } from './audit/signed-seals.ts'
import { adminBatches } from './catalog/batches.ts'
import { adminCategories } from './catalog/categories.ts'
import { adminCollections } from './catalog/collections.ts'
import { familyFormulas, productFormulas } from './catalog/formulas.ts'
import { adminIngredients } from './catalog/ingredients.ts'
import { productInformation } from './catalog/product-information.ts'
import { responsiblePersons } from './catalog/responsible-persons.ts'
import { adminPages, adminPosts } from './content.ts'
import { adminDashboard } from './dashboard.ts'
import {
  customerImports,
  formulaImports,
  informationImports,
  offerImports,
  orderImports,
} from './data-imports.ts'
import { adminDisputes } from './disputes/disputes.ts'
import { adminDraftOrders } from './draft-orders/draft-orders.ts'
import { adminExchanges } from './exchanges/exchanges.ts'
import { booksExport } from './export-books.ts'
import { adminFamilies } from './families.ts'
import { adminImports } from './imports.ts'
import { apiKeys } from './integrations/api-keys.ts'
import { webhookDeliveries } from './integrations/webhook-deliveries.ts'
import { webhookEndpoints } from './integrations/webhook-endpoints.ts'
import { adminGiftCards } from './marketing/gift-cards.ts'
import { adminHome } from './marketing/home.ts'
import { adminNavigation } from './marketing/navigation.ts'
import { adminOffers } from './marketing/offers.ts'
import { adminRedirects } from './marketing/redirects.ts'
import { adminReviews } from './marketing/reviews.ts'
import { adminOrders } from './orders.ts'
import { adminPayouts } from './payouts/payouts.ts'
import { adverseEvents } from './people/adverse-events.ts'
import { checkoutReminders } from './people/checkout-reminders.ts'
import { erasure } from './people/erasure.ts'
import { adminStaff } from './people/staff.ts'
import { adminProducts } from './products.ts'
import { adminProfiles } from './profiles.ts'
import { secondFactorRoles } from './second-factor-roles.ts'
import { adminSettings } from './settings.ts'
import { storage } from './storage/storage.ts'
import { storageParts } from './storage/storage-parts.ts'
import { adminTags } from './tags.ts'

export const adminRoutes = [
  adminGiftCards,
  adminPayouts,
  customerImports,
  offerImports,
  orderImports,
  informationImports,
  formulaImports,
  adminProfiles,
  adminStaff,
  erasure,
  adminDashboard,
  adminOrders,
  adminDraftOrders,
  adminDisputes,
  adminImportedOrders,
  adminReturns,
  adminExchanges,
  booksExport,
  adminAccounting,
  adminProducts,
  adminFamilies,
  adminCategories,
  adminCollections,
  adminIngredients,
  productFormulas,
  familyFormulas,
  productInformation,
  responsiblePersons,
  adminBatches,
  adverseEvents,
  checkoutReminders,
  adminImports,
  storage,
  storageParts,
  adminAnalytics,
  adminSettings,
  adminPages,
  adminPosts,
  adminHome,
  adminNavigation,
  adminOffers,
  adminReviews,
  adminRedirects,
  apiKeys,
  webhookEndpoints,
  webhookDeliveries,
  adminApprovals,
  secondFactorRoles,
  adminTags,
  personalDataReads,
  signedSeals,
]
