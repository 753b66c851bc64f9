import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Customer login (/customer/login, /login)': {
    'The modes are sign in, sign up, forgot password': 'e2e/specification/2d-sign-in.spec.ts',
    'Going back to login resets the form': 'e2e/specification/2d-sign-in.spec.ts',
    'A Google button and a link to the admin login': 'e2e/specification/2d-sign-in.spec.ts',
    'A logged-in user is redirected to /admin if admin, otherwise to /':
      'e2e/specification/2d-sign-in.spec.ts',
    "While redirecting after Google login the button text reads 'Redirecting...'":
      'e2e/specification/2d-sign-in.spec.ts',
  },
  '2 Customer sign-up': {
    'An email and password form': 'e2e/specification/2d-sign-in.spec.ts',
    "On success it goes to /login with the message 'Check your email to confirm your account'":
      'e2e/specification/2d-sign-in.spec.ts',
  },
  '2 Admin login (/admin/login)': {
    'It accepts only the one designated admin email': 'e2e/specification/2d-sign-in.spec.ts',
    'A toggle between login and create-admin-account': 'e2e/specification/2d-sign-in.spec.ts',
    'A link to customer login, and a link to /setup labelled Setup Guide':
      'e2e/specification/2d-sign-in.spec.ts',
    'A logged-in user is redirected to /admin if admin or if their profile email equals the designated admin email, otherwise to /':
      'e2e/specification/2d-sign-in.spec.ts',
  },
  '2 Admin setup': {
    "Heading 'Admin Setup', text 'Create your first admin user to manage the store', form 'Create Admin User', link 'Sign in here' to /login":
      'e2e/specification/2d-sign-in.spec.ts',
    'It redirects to /admin if the signed-in user is already an admin':
      'e2e/specification/2d-sign-in.spec.ts',
    "The email field is disabled with the hint 'Email is fixed for security'":
      'e2e/specification/2d-sign-in.spec.ts',
  },
} satisfies SpecificationSections
