/** So many members may share a line. */
export const splitPartsMax = 10
