import { IconMoon, IconSun } from '@tabler/icons-react'

/** What pressing leads to: the sun in the dark, the moon in the light. */
export function ThemeDrawing({ isDark, size = 18 }: { isDark: boolean; size?: number }) {
  return isDark ? <IconSun size={size} aria-hidden /> : <IconMoon size={size} aria-hidden />
}
