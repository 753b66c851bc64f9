import type { DataImportKind } from '#core/data-imports/data-import.ts'

type ImportTexts = {
  title: string
  lead: string
  one: string
  several: string
  /** Their list, below the layout. */
  list: string
  guide: [format: string, text: string][]
}

export const IMPORT_TEXTS: Record<DataImportKind, ImportTexts> = {
  customers: {
    title: 'Import customers',
    lead: 'We check every line first. Nothing changes until you confirm, and no email is sent.',
    one: 'customer',
    several: 'customers',
    list: 'users',
    guide: [
      [
        'Shopify.',
        'Customers → Export → All customers → Plain CSV file. Addresses, tags, and notes come along.',
      ],
      ['WooCommerce.', 'Analytics → Customers → Download, or the export of a plugin with billing addresses.'],
      [
        'Any other table.',
        'It needs a column Email. Others are First name, Last name, Phone, Accepts marketing, Tags, Note, Address1, Address2, City, State, Zip, and Country.',
      ],
      [
        'Passwords.',
        'They can’t be moved. Customers choose a new one under Forgot password; their orders and addresses are there.',
      ],
      [
        'Customers that exist',
        'get what their account lacks. Nothing of it is replaced, and nobody who left the newsletter is subscribed again.',
      ],
    ],
  },
  offers: {
    title: 'Import offers',
    lead: 'We check every line first. Nothing changes until you confirm.',
    one: 'offer',
    several: 'offers',
    list: 'offers',
    guide: [
      ['Shopify.', 'Discounts → Export.'],
      ['WooCommerce.', 'The export of coupons by a plugin, with their code, type, and amount.'],
      [
        'Any other table.',
        'It needs the columns Code and Value, such as 10% or 5.00 in US dollars. Others are Title, Type (percentage or amount), Minimum, Starts at, Ends at, Total limit, Customer limit, and Uses.',
      ],
      [
        'What can’t be imported:',
        'free shipping, discounts of single products, and codes that have ended. Of a limit, what is left counts.',
      ],
    ],
  },
  orders: {
    title: 'Import orders',
    lead: 'Orders of your former store, as history: they move no stock, book nothing, and count as no revenue.',
    one: 'order',
    several: 'orders',
    list: 'orders/imported',
    guide: [
      ['Shopify.', 'Orders → Export → All orders → Plain CSV file.'],
      [
        'WooCommerce.',
        'The export of orders by a plugin, such as Advanced Order Export, with one line per item.',
      ],
      [
        'Any other table.',
        'It needs the columns Order number, Date, Total, and Item name; lines with the same number follow each other. Others are Email, Currency, Subtotal, Discount amount, Shipping, Taxes, Refunded amount, Item quantity, Item price, SKU, Financial status, and Fulfillment status.',
      ],
      [
        'Customers',
        'see their orders below those of this store, once they have signed in with the same email address.',
      ],
      ['Orders that were imported before', 'stay as they are.'],
    ],
  },
  'product-information': {
    title: 'Import product information',
    lead: 'We check every line first. Nothing changes until you confirm.',
    one: 'product',
    several: 'products',
    list: 'products/information',
    guide: [
      [
        'This store’s file.',
        'Product information → Export CSV. Change it in a spreadsheet, and import it again. A column that you delete leaves its field as it is; an empty cell clears it.',
      ],
      [
        'Any other table.',
        'It needs a column Product (the slug), SKU, or Family (its slug). Others are Kind (cosmetic or other), Product type, Precautions (one per line), Origin country, Months after opening, Best before, HS code, FDA listing number, CNF number, and SCPN.',
      ],
      [
        'Responsible persons.',
        'The columns responsible_person_us, _ca, _gb, and _in have their names. Leave them empty for the region’s default.',
      ],
      ['Shopify.', 'Products → Inventory → Export brings HS codes and countries of origin by SKU.'],
      ['A line of a family', 'is about all its products, except those with information of their own.'],
    ],
  },
  formulas: {
    title: 'Import formulas',
    lead: 'We check every line first. Nothing changes until you confirm.',
    one: 'formula',
    several: 'formulas',
    list: 'products/ingredients',
    guide: [
      [
        'This store’s file.',
        'Ingredients → Export formulas. Change it in a spreadsheet, and import it again. Formulas that you don’t change get no new version.',
      ],
      [
        'Any other table.',
        'It needs the columns Slug (of a product) or Family (its slug), and Ingredients: INCI names with or without percentages, such as “Aqua 70%, Glycerin 5%”. Others are Leave on (yes or no), May contain, Hero 1, Hero 1 note to Hero 3 note, and Valid from.',
      ],
      [
        'What a file leaves out',
        'stays as it is if the column is missing. An empty cell clears it. New formulas stay on the skin unless the file says no.',
      ],
      [
        'Shopify.',
        'Products → Export, with the ingredients in a metafield named Ingredients or INCI. The handle is the slug.',
      ],
      [
        'Unknown names',
        'are imported as written. The review lists them, and the dictionary can get them later.',
      ],
      [
        'Colorants of a family',
        'keep their assignment to shades. The file has no shades; assign new colorants in the family’s formula.',
      ],
    ],
  },
}
