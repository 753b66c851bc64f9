export const AVOID_LIST_TITLE = 'Ingredients I avoid'
export const AVOID_LIST_LEAD =
  'We mark products that contain something on your list: in lists, on their page, and in your cart before you pay.'
