export const STORE_DESCRIPTION =
  'Skincare, makeup, haircare, and fragrance, made in small batches and described honestly.'
