// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const PAGE_BUGS: Defect[] = [
  {
    name: 'a field’s error isn’t announced',
    edits: [
      {
        file: 'web/ui/fields/field.tsx',
        find: "'aria-describedby': describedBy || undefined",
        replace: "'aria-describedby': undefined",
      },
    ],
    test: 'web/account/profile/profile.test.ts',
    testName: 'addresses are added, edited, made the default, and deleted',
  },
  {
    name: 'the quantity has a label without its field',
    edits: [
      {
        file: 'web/storefront/product/quantity-picker.tsx',
        find: '<label htmlFor={id} ',
        replace: '<label ',
      },
    ],
    test: 'web/storefront/product/product.test.ts',
    testName: 'a button adds the chosen quantity to an account’s cart',
  },
  {
    name: 'a form that isn’t valid loses the typed text',
    edits: [
      {
        file: 'web/forms/form-result.ts',
        find: 'return { fields: fieldErrors(error), values: typedValues(form), status: 400 }',
        replace: 'return { fields: fieldErrors(error), status: 400 }',
      },
    ],
    test: 'web/account/profile/profile.test.ts',
    testName: 'the profile is saved, and the email can’t be edited',
  },
  {
    name: 'one item is called 1 items',
    edits: [
      {
        file: 'web/orders/order-card.tsx',
        find: "{itemCount === 1 ? '1 item' : `${itemCount} items`}",
        replace: '{`${itemCount} items`}',
      },
    ],
    test: 'web/orders/orders.test.ts',
    testName: 'each order has one card with its number',
  },
  {
    name: 'the link to older orders of a profile is broken',
    edits: [
      {
        file: 'web/account/profile/orders-tab.tsx',
        find: '&after=${nextCursor}',
        replace: '?after=${nextCursor}',
      },
    ],
    test: 'web/account/profile/profile-tabs.test.ts',
    testName: 'Orders has ten on each page, and links between the pages',
  },
  {
    name: 'a customer without addresses sees an empty list',
    edits: [
      {
        file: 'web/account/profile/addresses-tab.tsx',
        find: '{addresses.length === 0 ? (',
        replace: '{!addresses ? (',
      },
    ],
    test: 'web/account/profile/profile-tabs.test.ts',
    testName: 'without addresses, the tab says so and offers to add the first',
  },
  {
    name: 'an exported list ends after its first page',
    edits: [
      {
        file: 'web/admin/exports/define-export.ts',
        find: 'yield rows.map((item) => cells(item, ctx))\n',
        replace: 'return yield rows.map((item) => cells(item, ctx))\n',
      },
    ],
    test: 'web/admin/exports/csv-export.test.ts',
    testName: 'an export has all rows of a list of several pages',
  },
  {
    name: 'an exported cell loses the apostrophe that keeps it from being a formula',
    edits: [
      {
        file: 'web/admin/exports/csv-export.ts',
        find: 'rows.map((row) => row.map(escapeFormula))',
        replace: 'rows.map((row) => row)',
      },
    ],
    test: 'web/admin/exports/csv-export.test.ts',
    testName: 'an exported cell keeps its line breaks, and runs as no formula',
  },
  {
    name: 'the home page shows an offer after its end',
    edits: [
      {
        file: 'web/storefront/home/load-home.server.ts',
        find: '  if (isTimeSensitive) noStore(context)\n',
        replace: '',
      },
    ],
    test: 'web/storefront/home/offer-end.test.ts',
    testName: 'the home page is stored for other guests, but not while an offer on it may end',
  },
  {
    name: 'an order’s timeline shows days in UTC',
    edits: [
      {
        file: 'web/orders/order-timeline.tsx',
        find: '{formatDate(at, timeZone)}',
        replace: "{formatDate(at, 'UTC')}",
      },
    ],
    test: 'web/orders/order.test.ts',
    testName: 'the timeline of an order has days in the store’s time zone',
  },
]
