import type { SpecificationSections } from '../find-tests.ts'

export default {
  '9 Business constants and limits': {
    'Shipping is free when the subtotal is above 75, otherwise 10.': 'e2e/specification/9-constants.spec.ts',
    'Tax is 8% of the subtotal, and the total is subtotal + shipping + tax.':
      'e2e/specification/9-constants.spec.ts',
    'The regions are US (USD, 1, $), CA (CAD, 1.35, C$), GB (GBP, 0.8, £), and IN (INR, 83, ₹).':
      'e2e/specification/9-constants.spec.ts',
    'The minor-unit amount is price times multiplier times 100, rounded; India shows a rounded whole number with Indian digit grouping, others two decimals.':
      'e2e/specification/9-constants.spec.ts',
    'The payment result amount is amount_total divided by 100 with two decimals and a dollar sign.':
      'e2e/specification/9-constants.spec.ts',
    'The designated admin email is fixed, and its password has at least 6 characters.':
      'e2e/specification/9-constants.spec.ts',
    'Customer service shows a phone number and a support email.': 'e2e/specification/9-constants.spec.ts',
    'The auth token is checked every 30 s and refreshed when within 3 ticks of expiry.':
      'e2e/specification/9-constants.spec.ts',
    'The product query is cached for 5 minutes.': 'e2e/specification/9-constants.spec.ts',
    'A storage list has at most 100 files, by name ascending; uploads are cached for 3600 s.':
      'e2e/specification/9-constants.spec.ts',
    'The categories are All, Skincare, Makeup, Haircare, Fragrance, and Tools & Accessories; the sort options name and price.':
      'e2e/specification/9-constants.spec.ts',
    'The payment methods are the card payment provider (default) and the demo test payment.':
      'e2e/specification/9-constants.spec.ts',
    'Images have the extensions jpg, jpeg, png, gif, webp, and svg.': 'e2e/specification/9-constants.spec.ts',
    'The camera is asked for 640x480.': 'e2e/specification/9-constants.spec.ts',
    'The storage keys in the browser are cart, userSelectedRegion, and detectedRegion.':
      'e2e/specification/9-constants.spec.ts',
    'The toast list holds 1 toast for 5000 ms.': 'e2e/specification/9-constants.spec.ts',
    'A tooltip opens after 700 ms.': 'e2e/specification/9-constants.spec.ts',
    'The admin sidebar is 16rem wide (3rem collapsed, 18rem on mobile below 768px), Ctrl or Cmd plus b toggles it, and its state cookie lasts 7 days.':
      'e2e/specification/9-constants.spec.ts',
    'The profile tabs are profile, addresses, orders, and settings.': 'e2e/specification/9-constants.spec.ts',
  },
} satisfies SpecificationSections
