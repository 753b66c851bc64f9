import { expect, test } from 'vitest'
import { RECIPIENTS } from '#core/privacy/recipients.ts'
import { Environment } from './environment.ts'

/** The store's own machines, which docs/operations.md covers, and a scanner and traces that run beside them. */
const OWN_SERVICES = [
  'CLAMAV_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUBLIC_URL',
  'S3_ENDPOINT',
  'S3_SECRET_ACCESS_KEY',
]

test('each service of the configuration is a recipient of personal data, or the store’s own', () => {
  const services = Object.keys(Environment.shape).filter((name) =>
    /_(URL|BUCKET|CLIENT_ID|KEY|ENDPOINT)$/.test(name),
  )
  const isRecipient = (name: string) => RECIPIENTS.some(({ when }) => when.includes(`\`${name}\``))
  expect(services.filter((name) => !isRecipient(name)).sort()).toEqual(OWN_SERVICES)
})
