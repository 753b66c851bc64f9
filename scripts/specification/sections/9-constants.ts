import type { SpecificationSections } from '../find-tests.ts'

export default {
  '9 Business constants and limits': {
    'Shipping is free when the subtotal is above 75, otherwise 10.':
      'api/prices.test.ts › a quote ships for $10, and free above a subtotal of $75',
    'Tax is 8% of the subtotal, and the total is subtotal + shipping + tax.':
      'api/prices.test.ts › a quote adds 8% tax and shipping to the subtotal',
    'The regions are US (USD, 1, $), CA (CAD, 1.35, C$), GB (GBP, 0.8, £), and IN (INR, 83, ₹).': [
      'api/prices.test.ts › each region has its currency and rate',
      'web/storefront/region/choose-region.test.ts › the regions are the United States, Canada, the United Kingdom, and India, each with its currency',
    ],
    'The minor-unit amount is price times multiplier times 100, rounded; India shows a rounded whole number with Indian digit grouping, others two decimals.':
      'api/prices.test.ts › a price is converted to the minor unit, and shown with two decimals, or in India in whole rupees with Indian digit grouping',
    'The payment result amount is amount_total divided by 100 with two decimals and a dollar sign.':
      'web/checkout/card-orders.test.ts › a payment from $region shows its amount with two decimals and the symbol of its currency',
    'The designated admin email is fixed, and its password has at least 6 characters.':
      'web/account/sign-in/admin-setup.test.ts › the email of the first administrator is fixed, and the password has at least six characters',
    'Customer service shows a phone number and a support email.':
      'e2e/specification/readings-accounts-and-pages.spec.ts › Home sets only necessary cookies, shows contact details in the page, and View Product leads to the highlighted product in the list.',
    'The auth token is checked every 30 s and refreshed when within 3 ticks of expiry.': [
      'web/account/session-clock.test.ts › a session is due for renewal within three checks of its expiry, not earlier',
      'e2e/multiple-tabs.spec.ts › the session is refreshed before it expires',
      'e2e/multiple-tabs.spec.ts › only one of two tabs refreshes the session',
    ],
    'The product query is cached for 5 minutes.': [
      'web/client-loader-cache.test.ts › a list is loaded again after five minutes, not earlier',
      'e2e/categories.spec.ts › going back shows the previous list without another request',
    ],
    'A storage list has at most 100 files, by name ascending; uploads are cached for 3600 s.': [
      'api/admin/storage/storage-list.test.ts › a list has at most 100 files, by name',
      'api/admin/storage/storage-list.test.ts › an uploaded text may be cached for an hour',
    ],
    'The categories are All, Skincare, Makeup, Haircare, Fragrance, and Tools & Accessories; the sort options name and price.':
      'web/storefront/categories.test.ts › the list offers every category, and orders by name and price',
    'The payment methods are the card payment provider (default) and the demo test payment.': [
      'web/checkout/card-orders.test.ts › checkout offers the card, which is chosen, and the demo payment',
      'e2e/checkout-fields.spec.ts › each invalid field shows its error, the first is focused, and editing clears the error',
    ],
    'Images have the extensions jpg, jpeg, png, gif, webp, and svg.':
      'web/admin/files/files.test.ts › images are JPEG, PNG, GIF, WebP, and SVG files',
    'The camera is asked for 640x480.':
      'e2e/consultant.spec.ts › the consultant shows a mirror, waits three seconds, recommends three products, and sends no picture',
    'The storage keys in the browser are cart, userSelectedRegion, and detectedRegion.': [
      'web/cart/store/guest-cart-store.test.ts › adding a product again adds to its quantity, in the stored format of the specification',
      'e2e/browser-data.spec.ts › browsers store only what the privacy page lists',
      'e2e/region-detection.spec.ts › the detected region changes prices without a layout shift and applies to the next response',
      'e2e/region-detection.spec.ts › a chosen region overrides detection and skips the lookup',
    ],
    'The toast list holds 1 toast for 5000 ms.': [
      'e2e/toasts.spec.ts › a toast is announced and disappears after five seconds',
      'e2e/toasts.spec.ts › only one toast shows at a time, and a new one lasts five seconds',
    ],
    'A tooltip opens after 700 ms.':
      'e2e/tooltips.spec.ts › a tooltip opens after 700 ms, and the next at once within 300 ms of it, but not later',
    'The admin sidebar is 16rem wide (3rem collapsed, 18rem on mobile below 768px), Ctrl or Cmd plus b toggles it, and its state cookie lasts 7 days.':
      [
        'e2e/admin-layout.spec.ts › the sidebar lists every screen, collapses, and remembers its state',
        'e2e/admin-layout.spec.ts › below 768 px the sidebar is a sheet 18rem wide, which closes when focus or a tap leaves it',
        'web/admin/admin-pages.test.ts › the sidebar’s state is saved for seven days',
      ],
    'The profile tabs are profile, addresses, orders, and settings.':
      'web/account/profile/profile.test.ts › the tabs are Profile, Addresses, Orders, and Settings',
    'The dashboard numbers are orders 156, customers 89, products 24, 8 pending, 3 low stock, and growth 12.5%.':
      'demo/demo-store.test.ts › the dashboard counts 156 orders, 89 customers, 24 products, 8 pending, 3 low in stock, and 12.5% growth',
  },
} satisfies SpecificationSections
