import type { SpecificationSections } from '../find-tests.ts'

export default {
  "2 Profile (/profile) 'My Profile'": {
    'Four tabs; the default is Profile': 'e2e/specification/2f-profile.spec.ts',
    "Profile: 'Personal Information' form with Full Name, Email (read-only), Phone Number (US-format placeholder), Date of Birth; button 'Update Profile'":
      'e2e/specification/2f-profile.spec.ts',
    "Initial values come from the signed-in user's email and metadata full_name, phone, date_of_birth":
      'e2e/specification/2f-profile.spec.ts',
    "Addresses: 'Manage Addresses'; address cards in two columns on wide screens":
      'e2e/specification/2f-profile.spec.ts',
    "An Add Address button; a form titled 'Add New Address' or 'Edit Address'":
      'e2e/specification/2f-profile.spec.ts',
    "Fields Address Label (placeholder 'Home, Work, etc.'), First Name *, Last Name *, Address *, City *, State *, ZIP Code *, Phone Number; buttons Save Address and Cancel":
      'e2e/specification/2f-profile.spec.ts',
    "Each card has edit, delete and 'Set as Default' (hidden on the default card, which shows a 'Default' badge)":
      'e2e/specification/2f-profile.spec.ts',
    "Empty state: 'No addresses saved' / 'Add an address to make checkout faster and easier.' / 'Add Your First Address'":
      'e2e/specification/2f-profile.spec.ts',
    "Orders: 'No orders yet' message with a 'Start Shopping' button to /categories":
      'e2e/specification/2f-profile.spec.ts',
    "Settings: 'Account Settings'. Email Notifications checkboxes: Order confirmations (on), Shipping updates (on), Promotional emails (off)":
      'e2e/specification/2f-profile.spec.ts',
    "Privacy Settings: 'Allow cookies for better experience' (on), 'Share data for personalized recommendations' (off); a Save Settings button":
      'e2e/specification/2f-profile.spec.ts',
  },
} satisfies SpecificationSections
