import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { BRAND_TOPIC } from './brand/brand-topic.ts'
import { GIFT_CARD_TOPIC } from './gift-card-topic.ts'
import { PAYMENT_TOPIC } from './payment-topic.ts'
import { SAMPLE_TOPIC } from './sample-topic.ts'
import type { SettingField, SettingGroup, Topic } from './topic.ts'

const text = (name: string, label: string, more: Partial<SettingField> = {}): SettingField => ({
  name,
  label,
  kind: 'text',
  ...more,
})

function addressFields(key: 'store' | 'returnAddress'): SettingField[] {
  const place = key === 'store' ? 'billing' : 'shipping'
  return [
    { ...text(`${key}.addressLines`, 'Street address'), kind: 'lines', wide: true },
    text(`${key}.city`, 'City', { autoComplete: `${place} address-level2` }),
    text(`${key}.region`, 'State or region', { autoComplete: `${place} address-level1` }),
    text(`${key}.postalCode`, 'Postal code', { autoComplete: `${place} postal-code` }),
    text(`${key}.country`, 'Country', { autoComplete: `${place} country-name` }),
  ]
}

function perRegion(fieldsOf: (code: RegionCode, currency: string) => SettingField[]): SettingGroup[] {
  return REGION_CODES.map((code) => {
    const { country, currency } = REGIONS[code]
    return { title: country, inline: true, fields: fieldsOf(code, currency.toUpperCase()) }
  })
}

const lowestPrice = (code: RegionCode): SettingField => {
  return { name: `lowestPrices.${code}`, label: 'Show the lowest price of 30 days', kind: 'switch' }
}

export const TOPICS: Topic[] = [
  {
    id: 'store',
    title: 'Store',
    lead: 'Shown in the store, in emails, and on invoices. Invoices you’ve issued don’t change.',
    groups: [
      {
        fields: [
          text('store.name', 'Name', { autoComplete: 'organization' }),
          text('store.tagline', 'Tagline', { hint: 'Under the name, at the top of every page' }),
        ],
      },
      {
        fields: [
          {
            name: 'store.logo',
            label: 'Logo',
            kind: 'logo',
            hint: 'In the header, emails, and invoices',
            none: 'Show the name',
            wide: true,
          },
        ],
      },
      {
        title: 'Store visibility',
        fields: [
          {
            name: 'opening.visibility',
            label: 'Shoppers see',
            kind: 'visibility',
            hint: 'Until it opens, only staff see the store, and nobody else can order.',
          },
          {
            name: 'opening.message',
            label: 'Message until it opens',
            kind: 'paragraph',
            hint: 'Above the newsletter’s form. Empty: we’ll write to you when the store opens.',
          },
        ],
      },
      {
        title: 'Words about the store',
        fields: [
          text('texts.homeTitle', 'Title of Home', { hint: 'After the name, in search results and tabs' }),
          text('texts.footer', 'Footer text', { hint: 'Under the name, at the end of every page' }),
          text('texts.description', 'Description', { hint: 'In search results and for the installed app' }),
        ],
      },
      {
        title: 'Contact',
        fields: [
          text('store.email', 'Email', { autoComplete: 'email' }),
          text('store.phone', 'Phone', { autoComplete: 'tel' }),
        ],
      },
      {
        title: 'Address',
        fields: [
          ...addressFields('store'),
          text('store.taxNumber', 'Tax or VAT number', { hint: 'Printed on invoices' }),
        ],
      },
      {
        title: 'Return address',
        text: 'Leave it empty if returns go to the address above.',
        fields: [text('returnAddress.name', 'Recipient', { wide: true }), ...addressFields('returnAddress')],
      },
      {
        title: 'Time',
        fields: [
          {
            name: 'timeZone',
            label: 'Time zone',
            kind: 'timeZone',
            hint: 'For dates on invoices and in the back office',
          },
        ],
      },
    ],
  },
  BRAND_TOPIC,
  {
    id: 'shipping',
    title: 'Shipping',
    lead: 'Orders already placed keep the price they were placed with.',
    groups: [
      {
        fields: [
          { name: 'shipping.fee', label: 'Shipping fee (USD)', kind: 'money' },
          {
            name: 'shipping.freeAbove',
            label: 'Free shipping above (USD)',
            kind: 'money',
            hint: 'For subtotals above this amount, not equal to it',
          },
        ],
      },
      { title: 'Delivery times', text: 'In business days.', fields: [] },
      ...perRegion((code) => [
        { name: `shipping.deliveryDays.${code}.0`, label: 'From', kind: 'number' },
        { name: `shipping.deliveryDays.${code}.1`, label: 'To', kind: 'number' },
      ]),
    ],
  },
  {
    id: 'tax',
    title: 'Tax',
    lead: 'Orders, refunds, and books keep the rate they were made with.',
    groups: perRegion((code) => [
      { name: `tax.${code}.rate`, label: 'Rate (%)', kind: 'percent' },
      { name: `tax.${code}.included`, label: 'Prices', kind: 'included' },
      { name: `tax.${code}.shippingTaxed`, label: 'Shipping is taxed', kind: 'switch' },
    ]),
  },
  {
    id: 'regions',
    title: 'Regions',
    lead: 'Where you sell, and how prices in US dollars are converted.',
    groups: [
      {
        title: REGIONS.US.country,
        inline: true,
        text: 'USD is the base currency, so its rate is 1. This is the default region, so it’s always on.',
        fields: [lowestPrice('US')],
      },
      ...perRegion((code, currency) => [
        { name: `regions.${code}.rate`, label: `${currency} per 1 USD`, kind: 'rate' },
        { name: `regions.${code}.enabled`, label: 'Sell here', kind: 'switch' },
        lowestPrice(code),
      ]).slice(1),
    ],
  },
  PAYMENT_TOPIC,
  {
    id: 'orders',
    title: 'Orders',
    lead: 'Returns, stock alerts, gift wrap, and reminders.',
    groups: [
      {
        fields: [
          {
            name: 'returnDays',
            label: 'Days to request a return',
            kind: 'number',
            hint: 'After delivery',
          },
          {
            name: 'lowStock',
            label: 'Low-stock threshold (units)',
            kind: 'number',
            hint: 'You get an email when a product falls to it.',
          },
        ],
      },
      {
        title: 'Gift wrap',
        fields: [
          {
            name: 'giftWrap.price',
            label: 'Price for an order (USD)',
            kind: 'money',
            hint: 'Taxed as products are. 0 makes it free.',
          },
          { name: 'giftWrap.enabled', label: 'Offer gift wrap at checkout', kind: 'switch' },
        ],
      },
      {
        title: 'Abandoned checkouts',
        fields: [
          {
            name: 'checkoutReminders.afterHours',
            label: 'Remind after (hours)',
            kind: 'number',
            hint: 'From 1 to 72, after the shopper last changed something at checkout.',
          },
          {
            name: 'checkoutReminders.enabled',
            label: 'Let shoppers ask for a reminder at checkout',
            kind: 'switch',
            hint: 'One email, only if they tick a box, and never after they have ordered.',
          },
        ],
      },
    ],
  },
  GIFT_CARD_TOPIC,
  SAMPLE_TOPIC,
  {
    id: 'emails',
    title: 'Emails',
    lead: 'The name, logo, and contact in emails are those of the store.',
    groups: [
      {
        fields: [
          text('emails.senderName', 'Sender name', {
            hint: 'If empty, the name in the server’s configuration, which also sets the address, or the store’s name',
          }),
          text('emails.notificationEmail', 'Notifications go to', {
            hint: 'New orders, low stock, returns, failed refunds, and disputes',
          }),
          { name: 'emails.footer', label: 'Footer', kind: 'paragraph', wide: true },
        ],
      },
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy and security',
    lead: 'Your privacy page follows these switches.',
    groups: [
      {
        fields: [
          {
            name: 'privacy.countVisits',
            label: 'Count page views',
            kind: 'switch',
            hint: 'Totals per day and source, for Analytics. They can’t tell one visitor from another.',
            wide: true,
          },
          {
            name: 'privacy.recordSearches',
            label: 'Count what is searched for',
            kind: 'switch',
            hint: 'Search terms per day, without who searched.',
            wide: true,
          },
          {
            name: 'privacy.lookUpCountry',
            label: 'Look up a visitor’s country',
            kind: 'switch',
            hint: 'Shows prices in their currency. A lookup service receives the IP address.',
            wide: true,
          },
          {
            name: 'checkBreachedPasswords',
            label: 'Refuse passwords from known data breaches',
            kind: 'switch',
            hint: 'A service receives 5 characters of a hash of each new password, never the password.',
            wide: true,
          },
        ],
      },
    ],
  },
]

export const fieldsOf = ({ groups }: Topic): SettingField[] => groups.flatMap(({ fields }) => fields)
