import { stringify } from 'csv-stringify/sync'

const SHADES = [
  'Fig',
  'Plum',
  'Rosewood',
  'Mulberry',
  'Coral',
  'Peony',
  'Cherry',
  'Terracotta',
  'Cocoa',
  'Nude',
  'Berry',
  'Ruby',
]

type Product = {
  title: string
  type: string
  options: string[]
  variants: string[][]
  price: string
  grams: string
}

const times = (count: number, product: (number: number) => Product) =>
  Array.from({ length: count }, (_, index) => product(index + 1))

/** 40 products with 260 variants: 12 of them have one variant. */
const PRODUCTS: Product[] = [
  ...times(12, (n) => ({
    title: `Satin Lipstick ${n}`,
    type: 'Lipstick',
    options: ['Color'],
    variants: SHADES.slice(0, 8).map((shade) => [shade]),
    price: '38.00',
    grams: '12',
  })),
  ...times(8, (n) => ({
    title: `Silk Foundation ${n}`,
    type: 'Foundation',
    options: ['Shade', 'Size'],
    variants: Array.from({ length: 16 }, (_, index) => [`Shade ${index + 1}`, '30 ml']),
    price: '52.00',
    grams: '90',
  })),
  ...times(8, (n) => ({
    title: `Rose No. ${n} Eau de Parfum`,
    type: 'Perfume',
    options: ['Size'],
    variants: [['30 ml'], ['1.7 oz / 50 ml'], ['100ml']],
    price: '120.00',
    grams: '310',
  })),
  ...times(12, (n) => ({
    title: `Petal Mist ${n}`,
    type: 'Toner',
    options: ['Title'],
    variants: [['Default Title']],
    price: '24.00',
    grams: '150',
  })),
]

const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Variant Image',
  'Status',
] as const
type ShopifyCells = Partial<Record<(typeof COLUMNS)[number], string>>

/** As Shopify writes it: a product's fields are on its first line only, and further images have lines of their own. */
export function shopifyExport(): string {
  const rows = PRODUCTS.flatMap((product): ShopifyCells[] => {
    const handle = product.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const variants = product.variants.map(
      ([first, second], index): ShopifyCells => ({
        Handle: handle,
        ...(index === 0 && productCells(product)),
        'Option1 Value': first,
        'Option2 Value': second,
        'Variant SKU': `${handle}-${index + 1}`.toUpperCase(),
        'Variant Grams': product.grams,
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': String(index + 1),
        'Variant Inventory Policy': 'deny',
        'Variant Price': product.price,
      }),
    )
    return [...variants, { Handle: handle, 'Image Src': `https://cdn.example/${handle}-2.jpg` }]
  })
  return stringify([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))])
}

const productCells = ({ title, type, options: [first, second] }: Product): ShopifyCells => ({
  Title: title,
  'Body (HTML)': '<p>Soft &amp; calm.</p>',
  Vendor: 'Maison Rosier',
  Type: type,
  Tags: 'rose, evening',
  Published: 'TRUE',
  'Option1 Name': first,
  'Option2 Name': second,
  'Image Src': 'https://cdn.example/1.jpg',
  Status: 'active',
})
