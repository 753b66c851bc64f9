import type { Topic } from './topic.ts'

export const SAMPLE_TOPIC: Topic = {
  id: 'samples',
  title: 'Free samples',
  lead: 'Which samples there are, you decide under Products. Orders keep the samples that they were placed with.',
  groups: [
    {
      fields: [
        {
          name: 'samples.enabled',
          label: 'Let shoppers choose samples',
          kind: 'switch',
          hint: 'In the cart, if its subtotal is high enough.',
          wide: true,
        },
        {
          name: 'samples.minimum',
          label: 'From a subtotal of (USD)',
          kind: 'money',
          hint: 'Before discounts. Other currencies are converted.',
        },
        { name: 'samples.choose', label: 'Samples per order', kind: 'number' },
      ],
    },
  ],
}
