import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import blocks from '../../ui/Blocks.module.css'
import { SettingInput } from './SettingInput.tsx'
import { isSwitch, type Setting, type SwitchKey } from './setting-shapes.ts'
import type { Wish } from './use-wish.ts'
import classes from './Website.module.css'

export interface SettingRowProps {
  readonly setting: Setting
  readonly wish: Wish
  readonly mayChange: boolean
  readonly onSwitchOff: (key: SwitchKey) => void
}

/** One setting: what it is and does, its value or its input, and what it was where it is changed. */
export function SettingRow({ setting, wish, mayChange, onSwitchOff }: SettingRowProps) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const { key, value } = setting
  const isChanged = wish.of(setting) !== value
  return (
    <div className={classes['row']} data-changed={isChanged || undefined} data-setting={key}>
      <div className={classes['what']}>
        <b>{words.name(key)}</b>
        <span className={blocks['note']}>{words.hint(key)}</span>
        <Marks setting={setting} />
      </div>
      <div className={classes['value']}>
        <Held setting={setting} wish={wish} mayChange={mayChange} onSwitchOff={onSwitchOff} />
        {isChanged && (
          <span className={classes['was']}>
            {t('was', { before: words.value(key, value) })}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => wish.drop(key)}
            >
              {t('back')}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

function Held({ setting, wish, mayChange, onSwitchOff }: SettingRowProps) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const { key, value } = setting
  if (!mayChange || setting.fixed !== null) return <strong>{words.value(key, value)}</strong>
  if (isSwitch(key) && value === true)
    return (
      <span className={classes['switch']}>
        <strong data-on>{words.value(key, true)}</strong>
        <Button
          variant="default"
          color="red"
          leftSection={<IconPower size={16} aria-hidden />}
          aria-label={`${t('off.act')}: ${words.name(key)}`}
          onClick={() => onSwitchOff(key)}
        >
          {t('off.act')}
        </Button>
      </span>
    )
  return (
    <SettingInput setting={setting} value={wish.of(setting)} onChange={(next) => wish.set(key, next)} />
  )
}

/** What a new brand begins with, the bounds, and what is particular about it. */
function Marks({ setting }: Pick<SettingRowProps, 'setting'>) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  const { key, kind, min, max, initial, fixed } = setting
  const said = (bound: number | null) => (bound === null ? '' : words.value(key, bound))
  if (fixed !== null) return <span className={classes['fixed']}>{t(`fixed.${fixed}`)}</span>
  const bounds =
    kind === 'number' ? t(max === null ? 'least' : 'bounds', { min: said(min), max: said(max) }) : null
  return (
    <span className={classes['marks']}>
      {[t('initial', { value: words.value(key, initial) }), bounds]
        .filter((part) => part !== null)
        .join(' · ')}
      {setting.isGuarded && <span className={classes['guarded']}>{t('guarded')}</span>}
      {!setting.isUsed && <span className={classes['fixed']}>{t('unused')}</span>}
    </span>
  )
}
