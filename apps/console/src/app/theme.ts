import { createTheme, type CSSVariablesResolver, type MantineColorSchemeManager } from '@mantine/core'
import { changeTheme, theme as themeChoice } from '../lib/person/preferences.ts'

/** One accent, one radius, one shadow. Sizes sit on an 8-pixel grid; Thai marks need the tall lines. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    accent: [
      '#eef4fd',
      '#d9e7fb',
      '#b3cff6',
      '#88b3f0',
      '#639ae9',
      '#437fdd',
      '#2f70d2',
      '#1c64c8',
      '#1656b0',
      '#114691',
    ],
    dark: [
      '#e8ebee',
      '#c8ced5',
      '#a9b2bc',
      '#8a949e',
      '#39414a',
      '#2d343c',
      '#242a31',
      '#1b1f24',
      '#14171b',
      '#0f1114',
    ],
  },
  fontFamily: "'Noto Sans Thai Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.6', sm: '1.6', md: '1.6', lg: '1.6', xl: '1.6' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '22px', lineHeight: '1.6' } } },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Help stands under the field, so that fields side by side stay in line whichever of them has some.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
  },
})

const texts = {
  '--mantine-color-dimmed': 'var(--kh-text-muted)',
  '--mantine-color-text': 'var(--kh-text)',
  '--mantine-color-error': 'var(--kh-red-text)',
  '--mantine-color-anchor': 'var(--app-accent)',
  '--mantine-color-default-border': 'var(--kh-line)',
}

/** The kit's faint texts fail AA on grey; these pass it on every ground of ours, in light and in dark. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // Gray 4 and dark 4 draw the edges of controls, which must stand out from the ground.
  light: {
    ...texts,
    '--mantine-color-placeholder': '#646d77',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-gray-4': '#8c96a1',
  },
  dark: {
    ...texts,
    '--mantine-color-placeholder': '#98a2ad',
    '--mantine-color-body': '#1b1f24',
    '--mantine-color-dark-4': '#66717d',
  },
})

let unsubscribe = (): void => {}

/** Keeps the colour scheme our way: the kit's own manager writes to local storage. */
export const ownScheme: MantineColorSchemeManager = {
  get: () => themeChoice.get(),
  set: changeTheme,
  subscribe: (onUpdate) => {
    unsubscribe = themeChoice.subscribe(() => onUpdate(themeChoice.get()))
  },
  unsubscribe: () => unsubscribe(),
  clear: () => changeTheme('auto'),
}
