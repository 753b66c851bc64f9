import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Customer login (/customer/login, /login)': {
    'The modes are sign in, sign up, forgot password':
      'web/account/sign-in/sign-in-pages.test.ts › each mode of the customer login has its own button, and a forgotten password needs no password',
    'Going back to login resets the form':
      'e2e/specification/2d-sign-in.spec.ts › Going back to login resets the form, and the Google button says that it redirects',
    'A Google button and a link to the admin login':
      'web/account/sign-in/sign-in-pages.test.ts › the customer login has a Google button and a link to the admin login',
    'A logged-in user is redirected to /admin if admin, otherwise to /': [
      'web/account/sign-in/login.test.ts › a customer signs in at either address, is welcomed on the home page, and has no login anymore',
      'web/account/sign-in/login.test.ts › an administrator is redirected to the back office',
      'web/account/sign-in/sign-in-pages.test.ts › each login redirects administrators to the back office, and customers to the home page',
    ],
    "While redirecting after Google login the button text reads 'Redirecting...'":
      'e2e/specification/2d-sign-in.spec.ts › Going back to login resets the form, and the Google button says that it redirects',
  },
  '2 Customer sign-up': {
    'An email and password form':
      'web/account/sign-in/sign-in-pages.test.ts › the sign-up page asks for an email address and a password only',
    "On success it goes to /login with the message 'Check your email to confirm your account'":
      'web/account/sign-in/login.test.ts › the sign-up page sends its new account to the login',
  },
  '2 Admin login (/admin/login)': {
    'It accepts only the one designated admin email':
      'web/account/sign-in/sign-in-pages.test.ts › only the designated administrator signs in at the admin login',
    'A toggle between login and create-admin-account':
      'web/account/sign-in/sign-in-pages.test.ts › the admin login toggles between login and the creation of an admin account',
    'A link to customer login, and a link to /setup labelled Setup Guide':
      'web/account/sign-in/sign-in-pages.test.ts › the admin login links to the customer login and the setup',
    'A logged-in user is redirected to /admin if admin or if their profile email equals the designated admin email, otherwise to /':
      'web/account/sign-in/sign-in-pages.test.ts › each login redirects administrators to the back office, and customers to the home page',
  },
  '2 Admin setup': {
    "Heading 'Admin Setup', text 'Create your first admin user to manage the store', form 'Create Admin User', link 'Sign in here' to /login":
      'web/account/sign-in/sign-in-pages.test.ts › the admin setup has its texts, its form, and a link to the login',
    'It redirects to /admin if the signed-in user is already an admin':
      'web/account/sign-in/sign-in-pages.test.ts › the admin setup redirects an administrator to the back office',
    "The email field is disabled with the hint 'Email is fixed for security'":
      'web/account/sign-in/sign-in-pages.test.ts › the admin setup’s email field is disabled, with the reason',
  },
} satisfies SpecificationSections
