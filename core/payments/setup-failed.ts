export const SETUP_FAILED = 'Payment setup failed: Please try again or contact support.'
