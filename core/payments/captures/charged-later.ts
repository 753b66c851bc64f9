/** To shoppers, before they pay and while they wait. */
export const CHARGED_LATER = 'We charge your card when your order ships.'
