import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Admin area (/admin)': {
    'Sidebar: Dashboard /admin; Users /admin/users; Orders /admin/orders; Accounting /admin/accounting; Media /admin/media; Uploads /admin/uploads; User Management /admin/user-management':
      'web/admin/admin-area.test.ts › the sidebar links to each screen',
    'It shows the signed-in email and a Sign Out button that returns to /admin/login':
      'web/admin/admin-area.test.ts › the sidebar shows the email address and signs out to the admin login',
    'Nested routes: index dashboard, users, orders, accounting, media, uploads, user-management':
      'web/admin/admin-area.test.ts › each screen opens in the layout with the sidebar',
    'The dashboard links to /admin/products and /admin/analytics':
      'web/admin/admin-area.test.ts › the dashboard links to the products and the analytics',
    'Dashboard content shows orders, customers, products, pending orders, low stock, and growth':
      'web/admin/admin-area.test.ts › the dashboard shows orders, customers, products, pending orders, low stock, and growth',
    'Users: lists all profiles': 'web/admin/admin-area.test.ts › Users lists all profiles',
    'Orders: admins see all orders':
      'web/admin/admin-area.test.ts › Orders lists the paid orders of all customers',
    'Accounting: list of entries and a form with description and amount':
      'web/admin/admin-area.test.ts › Accounting adds an entry with a description and an amount to its list',
    'Media: image files in the pictures folder, upload, delete, copy URL':
      'e2e/specification/2e-admin-area.spec.ts › Media and Uploads: upload, copy URL, delete',
    'Uploads: general files, upload, delete, copy URL':
      'e2e/specification/2e-admin-area.spec.ts › Media and Uploads: upload, copy URL, delete',
    "User Management: change any user's role between User and Admin":
      'web/admin/admin-area.test.ts › User Management changes a role to Admin and back to User',
    "Profile full_name is displayed as 'Not provided' when empty":
      'web/admin/admin-area.test.ts › an empty full name is displayed as Not provided',
  },
  '2 Older admin area (/legacy-admin)': {
    'Sidebar linking to /legacy-admin, /legacy-admin/users, /legacy-admin/orders, /legacy-admin/accounting, /legacy-admin/media, /legacy-admin/uploads, /legacy-admin/user-management':
      'web/legacy-admin/layout.test.ts › the sidebar links to the seven screens in this order',
    "Header 'Admin Dashboard', the admin's email and a Logout button":
      'web/legacy-admin/layout.test.ts › the header has the title, the email address, and a Logout button',
    "While auth is loading it shows 'Loading...'": 'e2e/specification/2e-admin-area.spec.ts',
    'If not signed in or not admin, it redirects to /login':
      'web/legacy-admin/layout.test.ts › guests and customers are redirected to the login',
    'Logout here goes to /login': 'web/legacy-admin/layout.test.ts › Logout leads to the customer login',
    'Logout from the top navigation bar signs out and goes to /':
      'web/account/sign-in/login.test.ts › signing out closes protected pages',
    'Both /admin (current) and /legacy-admin (older layout) are routed':
      'web/legacy-admin/layout.test.ts › the current and the older layout are both routed, and only the current has the sidebar region',
  },
} satisfies SpecificationSections
