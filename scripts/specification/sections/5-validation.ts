import type { SpecificationSections } from '../find-tests.ts'

export default {
  '5 Validation rules': {
    'Sign-up requires an email and a password, enforced by the browser with the email input type.':
      'web/account/sign-in/login.test.ts › the sign-up page sends its new account to the login',
    "Customer login shows 'Please enter your email address.' when email is empty.":
      'web/account/sign-in/login.test.ts › shows what is missing and returns the email but not the password',
    "Customer login shows 'Please enter your password.' when password is empty; it is not needed in reset mode.":
      [
        'web/account/sign-in/login.test.ts › shows what is missing and returns the email but not the password',
        'web/account/sign-in/login.test.ts › each mode of the login has its own form, without what was typed in another',
        'web/account/sign-in/login.test.ts › a forgotten password is reset by a link that works once',
      ],
    "Admin login requires both fields: 'Please enter both email and password.'":
      'web/account/sign-in/admin-login.test.ts › the admin login requires both fields and refuses anyone else, also as a new account',
    "On the admin login any other email gives 'Access Denied: This admin portal is restricted to authorized users only.' and 'Access denied. This admin portal is restricted.'":
      'web/account/sign-in/admin-login.test.ts › the admin login requires both fields and refuses anyone else, also as a new account',
    "A sign-up by anyone else is refused with 'Sign up is restricted to authorized admin users only.'":
      'web/account/sign-in/admin-login.test.ts › the admin login requires both fields and refuses anyone else, also as a new account',
    "Admin setup requires both fields ('Missing Information', 'Please provide both email and password') and a password of at least 6 characters ('Password Too Short', 'Password must be at least 6 characters long').":
      'web/account/sign-in/admin-login.test.ts › the administrator signs in at the admin login, and signing out returns to it',
    "Admin setup accepts only the fixed email: 'Invalid Email', 'Only the authorized admin email can be used for setup.'":
      'web/account/sign-in/admin-login.test.ts › the setup accepts only the email of the administrator',
    "At checkout a banner and a toast read 'Please fill in all required fields', and a field's error clears when it is edited.":
      'e2e/checkout-fields.spec.ts › each invalid field shows its error, the first is focused, and editing clears the error',
    "Checkout fields must be non-blank: 'First name is required', 'Last name is required', 'Address is required', 'City is required', 'State is required', 'ZIP code is required'.":
      'api/orders.test.ts › an invalid order reports each field with the form’s message',
    "The checkout email must contain '@' ('Please enter a valid email address').":
      'api/orders.test.ts › an invalid order reports each field with the form’s message',
    "The mobile number has at least 10 characters ('Please enter a valid mobile number').":
      'api/orders.test.ts › an invalid order reports each field with the form’s message',
    "Card payment needs no login; the test order requires login ('Please log in to complete your order').": [
      'e2e/checkout.spec.ts › a test order requires a sign-in, which keeps form and cart, and is placed once despite a double click',
      'e2e/payment.spec.ts › a guest pays by card: declined, abandoned, then paid exactly once despite reloads',
    ],
    "Checkout with an empty cart shows 'Your cart is empty'.":
      'e2e/checkout.spec.ts › an empty cart, a sold-out product, and a total below the card minimum can’t be ordered',
    'The minimum quantity is 1 on the product page; reducing to 0 on the cart page removes the item.': [
      'web/storefront/product/product.test.ts › a button adds the chosen quantity to an account’s cart, and sends a guest to the login',
      'e2e/product.spec.ts › a quantity is chosen, capped, and added, and invalid input shows the allowed range',
      'e2e/cart.spec.ts › a guest sees, changes, and empties the cart in every tab',
    ],
    "Without scripts adding redirects to /login ('Please log in'), and updating without a signed-in user gives 'User must be logged in'.":
      [
        'web/storefront/product/product.test.ts › a button adds the chosen quantity to an account’s cart, and sends a guest to the login',
        'api/cart.test.ts › every cart endpoint requires a session',
      ],
    "A saved address requires firstName, lastName, address, city, state and zipCode, else a toast reads 'Please fill in all required fields'.":
      [
        'web/account/profile/profile.test.ts › addresses are added, edited, made the default, and deleted',
        'e2e/specification/8-other-errors.spec.ts › The profile shows the result of each of its forms as a toast.',
      ],
    "The label of a saved address defaults to 'Address' when blank; label and phone are optional.":
      'api/accounts.test.ts › the first address becomes the default; deleting the default leaves none',
    'On the profile form the email is read-only, and an update is not validated.':
      'web/account/profile/profile.test.ts › the profile is saved, and the email can’t be edited',
    'An accounting entry requires a description and a numeric amount with step 0.01.':
      'web/admin/accounting/accounting.test.ts › an entry is added, and an invalid amount is rejected',
    'The Uploads page accepts images, video, audio, pdf, doc, docx and txt; Media accepts images only.':
      'web/admin/files/files.test.ts › each folder names the files that it accepts',
    'Search submits only when the trimmed text is non-empty.':
      'e2e/search.spec.ts › blank text is not submitted, and text is trimmed, also without suggestions',
  },
} satisfies SpecificationSections
