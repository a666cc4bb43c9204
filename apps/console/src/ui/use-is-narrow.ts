import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as wide as a phone: lists are cards there, and their filters wait behind a press. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
