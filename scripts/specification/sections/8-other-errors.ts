import type { SpecificationSections } from '../find-tests.ts'

export default {
  '8 Error catalogue': {
    "Admin setup shows 'User Already Exists' ('This admin account already exists. Please sign in instead.'), then opens /login.":
      'e2e/specification/8-other-errors.spec.ts',
    "Admin setup shows the generic 'Error' with 'Something went wrong. Please try again.'":
      'e2e/specification/8-other-errors.spec.ts',
    "Addresses show 'Address added successfully', 'Default address updated', 'Address updated successfully' and 'Address deleted successfully'.":
      'e2e/specification/8-other-errors.spec.ts',
    "The profile shows 'Profile updated successfully' / 'Your profile information has been saved.'":
      'e2e/specification/8-other-errors.spec.ts',
    "Uploads show 'File uploaded successfully' / 'Error uploading file'.":
      'e2e/specification/8-other-errors.spec.ts',
    "Deleting shows 'File deleted successfully' / 'Error deleting file'.":
      'e2e/specification/8-other-errors.spec.ts',
    "Copying a file's address shows 'URL copied to clipboard'.": 'e2e/specification/8-other-errors.spec.ts',
    "A role change shows 'User role updated successfully' / 'Error updating user role' with the error message as description.":
      'e2e/specification/8-other-errors.spec.ts',
    'Media shows no toast for a failed upload; Accounting none for a rejected entry.':
      'e2e/specification/8-other-errors.spec.ts',
    "Media delete asks 'Are you sure you want to delete this file?'":
      'e2e/specification/8-other-errors.spec.ts',
    "A denied camera shows the alert 'Camera access denied. Please allow camera permissions.'":
      'e2e/specification/8-other-errors.spec.ts',
    'Region lookup failures are logged and silently fall back to the saved detected region, else US.':
      'e2e/specification/8-other-errors.spec.ts',
    'Corrupt stored cart or region data is ignored (empty cart or default region).':
      'e2e/specification/8-other-errors.spec.ts',
  },
} satisfies SpecificationSections
