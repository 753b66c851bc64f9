import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Admin area (/admin)': {
    'Sidebar: Dashboard /admin; Users /admin/users; Orders /admin/orders; Accounting /admin/accounting; Media /admin/media; Uploads /admin/uploads; User Management /admin/user-management':
      'e2e/specification/2e-admin-area.spec.ts',
    'It shows the signed-in email and a Sign Out button that returns to /admin/login':
      'e2e/specification/2e-admin-area.spec.ts',
    'Nested routes: index dashboard, users, orders, accounting, media, uploads, user-management':
      'e2e/specification/2e-admin-area.spec.ts',
    'The dashboard links to /admin/products and /admin/analytics': 'e2e/specification/2e-admin-area.spec.ts',
    'Dashboard content shows orders, customers, products, pending orders, low stock, and growth':
      'e2e/specification/2e-admin-area.spec.ts',
    'Users: lists all profiles': 'e2e/specification/2e-admin-area.spec.ts',
    'Orders: admins see all orders': 'e2e/specification/2e-admin-area.spec.ts',
    'Accounting: list of entries and a form with description and amount':
      'e2e/specification/2e-admin-area.spec.ts',
    'Media: image files in the pictures folder, upload, delete, copy URL':
      'e2e/specification/2e-admin-area.spec.ts',
    'Uploads: general files, upload, delete, copy URL': 'e2e/specification/2e-admin-area.spec.ts',
    "User Management: change any user's role between User and Admin":
      'e2e/specification/2e-admin-area.spec.ts',
    "Profile full_name is displayed as 'Not provided' when empty": 'e2e/specification/2e-admin-area.spec.ts',
  },
  '2 Older admin area (/legacy-admin)': {
    'Sidebar linking to /legacy-admin, /legacy-admin/users, /legacy-admin/orders, /legacy-admin/accounting, /legacy-admin/media, /legacy-admin/uploads, /legacy-admin/user-management':
      'e2e/specification/2e-admin-area.spec.ts',
    "Header 'Admin Dashboard', the admin's email and a Logout button":
      'e2e/specification/2e-admin-area.spec.ts',
    "While auth is loading it shows 'Loading...'": 'e2e/specification/2e-admin-area.spec.ts',
    'If not signed in or not admin, it redirects to /login': 'e2e/specification/2e-admin-area.spec.ts',
    'Logout here goes to /login': 'e2e/specification/2e-admin-area.spec.ts',
    'Logout from the top navigation bar signs out and goes to /': 'e2e/specification/2e-admin-area.spec.ts',
    'Both /admin (current) and /legacy-admin (older layout) are routed':
      'e2e/specification/2e-admin-area.spec.ts',
  },
} satisfies SpecificationSections
