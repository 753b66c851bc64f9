import type { SpecificationSections } from '../find-tests.ts'

export default {
  '1 What the product does and for whom': {
    'A one-time setup screen creates the first administrator account':
      'e2e/specification/1b-first-admin.spec.ts',
  },
} satisfies SpecificationSections
