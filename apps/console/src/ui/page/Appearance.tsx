import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, language } from '../../lib/words/i18n.ts'
import { ThemeDrawing } from './ThemeDrawing.tsx'

/** Shows the other language; its name stands in its own language. */
export function useOtherLanguage(): {
  readonly name: string
  readonly short: string
  readonly change: () => void
} {
  useTranslation('ui')
  const other = language() === 'th' ? 'en' : 'th'
  const change = () => void changeLanguage(other)
  return other === 'en'
    ? { name: 'English', short: 'EN', change }
    : { name: 'ภาษาไทย', short: 'ไทย', change }
}

/** Light or dark, as it is now, and the way to the other one. */
export function useOtherScheme(): { readonly isDark: boolean; readonly change: () => void } {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return { isDark, change: () => setColorScheme(isDark ? 'light' : 'dark') }
}

/** The two switches of a public screen. */
export function Appearance() {
  const { t } = useTranslation('ui')
  const other = useOtherLanguage()
  const scheme = useOtherScheme()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        w="auto"
        px={10}
        fz={14}
        fw={600}
        onClick={other.change}
      >
        {other.name}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(scheme.isDark ? 'toLight' : 'toDark')}
        onClick={scheme.change}
      >
        <ThemeDrawing isDark={scheme.isDark} />
      </ActionIcon>
    </>
  )
}
