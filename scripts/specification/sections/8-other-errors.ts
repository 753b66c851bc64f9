import type { SpecificationSections } from '../find-tests.ts'

export default {
  '8 Error catalogue': {
    "Admin setup shows 'User Already Exists' ('This admin account already exists. Please sign in instead.'), then opens /login.":
      'e2e/specification/8-other-errors.spec.ts › Admin setup shows its errors as toasts, and opens the login 2 seconds after it found an account.',
    "Admin setup shows the generic 'Error' with 'Something went wrong. Please try again.'":
      'e2e/specification/8-other-errors.spec.ts › Admin setup shows its errors as toasts, and opens the login 2 seconds after it found an account.',
    "Addresses show 'Address added successfully', 'Default address updated', 'Address updated successfully' and 'Address deleted successfully'.":
      'e2e/specification/8-other-errors.spec.ts › The profile shows the result of each of its forms as a toast.',
    "The profile shows 'Profile updated successfully' / 'Your profile information has been saved.'":
      'e2e/specification/8-other-errors.spec.ts › The profile shows the result of each of its forms as a toast.',
    "Uploads show 'File uploaded successfully' / 'Error uploading file'.":
      'e2e/admin-files.spec.ts › files are uploaded, rejected, copied as URLs, and deleted, and pictures get alt text',
    "Deleting shows 'File deleted successfully' / 'Error deleting file'.":
      'web/admin/files/files.test.ts › a picture is deleted after a question',
    "Copying a file's address shows 'URL copied to clipboard'.":
      'e2e/admin-files.spec.ts › files are uploaded, rejected, copied as URLs, and deleted, and pictures get alt text',
    "A role change shows 'User role updated successfully' / 'Error updating user role' with the error message as description.":
      [
        'web/admin/customers/user-management.test.ts › a role is changed with the administrator’s password',
        'web/admin/customers/user-management.test.ts › the designated administrator’s role stays, and the reason is shown',
      ],
    'Media shows no toast for a failed upload; Accounting none for a rejected entry.':
      'e2e/specification/8-other-errors.spec.ts',
    "Media delete asks 'Are you sure you want to delete this file?'":
      'web/admin/files/files.test.ts › a picture is deleted after a question',
    "A denied camera shows the alert 'Camera access denied. Please allow camera permissions.'":
      'e2e/consultant-no-camera.spec.ts › without a camera, the consultant shows a message and continues',
    'Region lookup failures are logged and silently fall back to the saved detected region, else US.':
      'e2e/specification/8-other-errors.spec.ts › Region lookup failures are logged and silently fall back to the saved detected region, else US, and corrupt stored data is ignored.',
    'Corrupt stored cart or region data is ignored (empty cart or default region).':
      'e2e/specification/8-other-errors.spec.ts › Region lookup failures are logged and silently fall back to the saved detected region, else US, and corrupt stored data is ignored.',
  },
} satisfies SpecificationSections
