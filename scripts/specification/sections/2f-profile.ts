import type { SpecificationSections } from '../find-tests.ts'

export default {
  "2 Profile (/profile) 'My Profile'": {
    'Four tabs; the default is Profile':
      'web/account/profile/profile-tabs.test.ts › the profile has four tabs and opens the first',
    "Profile: 'Personal Information' form with Full Name, Email (read-only), Phone Number (US-format placeholder), Date of Birth; button 'Update Profile'":
      'web/account/profile/profile-tabs.test.ts › Personal Information has four fields, of which the email can’t be edited',
    "Initial values come from the signed-in user's email and metadata full_name, phone, date_of_birth":
      'web/account/profile/profile-tabs.test.ts › Personal Information starts with the account’s email, name, phone, and date of birth',
    "Addresses: 'Manage Addresses'; address cards in two columns on wide screens":
      'e2e/specification/2f-profile.spec.ts',
    "An Add Address button; a form titled 'Add New Address' or 'Edit Address'":
      'web/account/profile/profile-tabs.test.ts › Add Address opens an empty form, and Edit opens it with the address',
    "Fields Address Label (placeholder 'Home, Work, etc.'), First Name *, Last Name *, Address *, City *, State *, ZIP Code *, Phone Number; buttons Save Address and Cancel":
      'web/account/profile/profile-tabs.test.ts › the address form has its fields, and Cancel closes it',
    "Each card has edit, delete and 'Set as Default' (hidden on the default card, which shows a 'Default' badge)":
      'web/account/profile/profile-tabs.test.ts › each address has Edit, Delete, and Set as Default, except that the default has a badge',
    "Empty state: 'No addresses saved' / 'Add an address to make checkout faster and easier.' / 'Add Your First Address'":
      'web/account/profile/profile-tabs.test.ts › without addresses, the tab says so and offers to add the first',
    "Orders: 'No orders yet' message with a 'Start Shopping' button to /categories":
      'web/account/profile/profile.test.ts › orders are listed, and an account without orders is sent shopping',
    "Settings: 'Account Settings'. Email Notifications checkboxes: Order confirmations (on), Shipping updates (on), Promotional emails (off)":
      'web/account/profile/profile-tabs.test.ts › Settings start with the emails about orders, and without promotions',
    "Privacy Settings: 'Allow cookies for better experience' (on), 'Share data for personalized recommendations' (off); a Save Settings button":
      'web/account/profile/profile-tabs.test.ts › Privacy Settings start with cookies and without sharing, and are saved',
  },
} satisfies SpecificationSections
