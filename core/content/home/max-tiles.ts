export const MAX_TILES = 6
