import type { SpecificationSections } from '../find-tests.ts'

export default {
  '1 What the product does and for whom': {
    'A one-time setup screen creates the first administrator account':
      'web/account/sign-in/admin-setup-link.test.ts › a one-time setup screen creates the first administrator, whose email address is fixed',
  },
} satisfies SpecificationSections
