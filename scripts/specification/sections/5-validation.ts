import type { SpecificationSections } from '../find-tests.ts'

export default {
  '5 Validation rules': {
    'Sign-up requires an email and a password, enforced by the browser with the email input type.':
      'e2e/specification/5-validation.spec.ts',
    "Customer login shows 'Please enter your email address.' when email is empty.":
      'e2e/specification/5-validation.spec.ts',
    "Customer login shows 'Please enter your password.' when password is empty; it is not needed in reset mode.":
      'e2e/specification/5-validation.spec.ts',
    "Admin login requires both fields: 'Please enter both email and password.'":
      'e2e/specification/5-validation.spec.ts',
    "On the admin login any other email gives 'Access Denied: This admin portal is restricted to authorized users only.' and 'Access denied. This admin portal is restricted.'":
      'e2e/specification/5-validation.spec.ts',
    "A sign-up by anyone else is refused with 'Sign up is restricted to authorized admin users only.'":
      'e2e/specification/5-validation.spec.ts',
    "Admin setup requires both fields ('Missing Information', 'Please provide both email and password') and a password of at least 6 characters ('Password Too Short', 'Password must be at least 6 characters long').":
      'e2e/specification/5-validation.spec.ts',
    "Admin setup accepts only the fixed email: 'Invalid Email', 'Only the authorized admin email can be used for setup.'":
      'e2e/specification/5-validation.spec.ts',
    "At checkout a banner and a toast read 'Please fill in all required fields', and a field's error clears when it is edited.":
      'e2e/specification/5-validation.spec.ts',
    "Checkout fields must be non-blank: 'First name is required', 'Last name is required', 'Address is required', 'City is required', 'State is required', 'ZIP code is required'.":
      'e2e/specification/5-validation.spec.ts',
    "The checkout email must contain '@' ('Please enter a valid email address').":
      'e2e/specification/5-validation.spec.ts',
    "The mobile number has at least 10 characters ('Please enter a valid mobile number').":
      'e2e/specification/5-validation.spec.ts',
    "Card payment needs no login; the test order requires login ('Please log in to complete your order').":
      'e2e/specification/5-validation.spec.ts',
    "Checkout with an empty cart shows 'Your cart is empty'.": 'e2e/specification/5-validation.spec.ts',
    'The minimum quantity is 1 on the product page; reducing to 0 on the cart page removes the item.':
      'e2e/specification/5-validation.spec.ts',
    "Without scripts adding redirects to /login ('Please log in'), and updating without a signed-in user gives 'User must be logged in'.":
      'e2e/specification/5-validation.spec.ts',
    "A saved address requires firstName, lastName, address, city, state and zipCode, else a toast reads 'Please fill in all required fields'.":
      'e2e/specification/5-validation.spec.ts',
    "The label of a saved address defaults to 'Address' when blank; label and phone are optional.":
      'e2e/specification/5-validation.spec.ts',
    'On the profile form the email is read-only, and an update is not validated.':
      'e2e/specification/5-validation.spec.ts',
    'An accounting entry requires a description and a numeric amount with step 0.01.':
      'e2e/specification/5-validation.spec.ts',
    'The Uploads page accepts images, video, audio, pdf, doc, docx and txt; Media accepts images only.':
      'e2e/specification/5-validation.spec.ts',
    'Search submits only when the trimmed text is non-empty.': 'e2e/specification/5-validation.spec.ts',
  },
} satisfies SpecificationSections
