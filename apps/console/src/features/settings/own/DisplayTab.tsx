import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, language } from '../../../lib/words/i18n.ts'
import {
  changeDensity,
  changeEra,
  changeLanding,
  landing,
  useChosenEra,
  useDensity,
} from '../../../lib/person/preferences.ts'
import { useOpenScreens } from '../../../lib/address/screens.ts'
import { useStore } from '../../../lib/store.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { Choice, Segments } from './Choice.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** How the console looks in this browser. Every choice is in force and kept at once. */
export default function DisplayTab() {
  const { t } = useTranslation('settings')
  return (
    <section className={blocks['narrow']} aria-label={t('tabs.display')}>
      <p className={blocks['note']}>{t('display.lead')}</p>
      <div className={classes['choices']}>
        <LanguageChoice />
        <EraChoice />
        <SchemeChoice />
        <DensityChoice />
        <LandingChoice />
      </div>
    </section>
  )
}

function LanguageChoice() {
  const { t } = useTranslation('settings')
  const title = t('display.language')
  const options = [
    { value: 'th', label: 'ภาษาไทย' },
    { value: 'en', label: 'English' },
  ] as const
  return (
    <Choice title={title} hint={t('kept')}>
      <Segments
        label={title}
        value={language()}
        options={options}
        onChange={(next) => void changeLanguage(next)}
      />
    </Choice>
  )
}

function EraChoice() {
  const { t } = useTranslation('settings')
  const era = useChosenEra()
  const now = new Date(useNow()).toISOString()
  const title = t('display.era')
  const options = (['auto', 'buddhist', 'common'] as const).map((value) => ({
    value,
    label: t(`display.eras.${value}`),
  }))
  const hint = (
    <>
      {t('display.example')} <Time at={now} show="exact" /> · {t('kept')}
    </>
  )
  return (
    <Choice title={title} hint={hint}>
      <Segments
        label={title}
        value={era ?? 'auto'}
        options={options}
        onChange={(next) => changeEra(next === 'auto' ? null : next)}
      />
    </Choice>
  )
}

function SchemeChoice() {
  const { t } = useTranslation('settings')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const title = t('display.theme')
  const options = (['auto', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`display.themes.${value}`),
  }))
  return (
    <Choice title={title} hint={t('kept')}>
      <Segments label={title} value={colorScheme} options={options} onChange={setColorScheme} />
    </Choice>
  )
}

function DensityChoice() {
  const { t } = useTranslation('settings')
  const density = useDensity()
  const title = t('display.density')
  const options = (['comfortable', 'compact'] as const).map((value) => ({
    value,
    label: t(`display.densities.${value}`),
  }))
  return (
    <Choice
      title={title}
      hint={
        <>
          {t('display.densityHint')} · {t('kept')}
        </>
      }
    >
      <Segments label={title} value={density} options={options} onChange={changeDensity} />
    </Choice>
  )
}

function LandingChoice() {
  const { t } = useTranslation('settings')
  const chosen = useStore(landing)
  const screens = useOpenScreens()
  const title = t('display.landing')
  const groups = [...new Set(screens.map(({ group }) => group))].map((group) => ({
    group,
    items: screens
      .filter((screen) => screen.group === group)
      .map(({ path, label }) => ({ value: path as string, label })),
  }))
  // Without any screen at all it is their settings, this page, which stands in every menu.
  const usual = t('display.landingUsual', { screen: screens[0]?.label ?? '' })
  // A screen that is no longer open to this person opens nothing: the usual one stands in.
  const isOpen = screens.some(({ path }) => path === chosen)
  return (
    <Choice
      title={title}
      hint={
        <>
          {t('display.landingHint')} · {t('kept')}
        </>
      }
    >
      <NativeSelect
        className={classes['select'] ?? ''}
        aria-label={title}
        data={[{ value: '', label: usual }, ...groups]}
        value={isOpen ? (chosen ?? '') : ''}
        onChange={({ currentTarget: { value } }) => changeLanding(value === '' ? null : value)}
      />
    </Choice>
  )
}
