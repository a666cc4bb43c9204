import { volatilities } from '@khlang/contract/values/play-values.ts'
import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import type { GameDraft } from './game-draft.ts'
import { useProviderNames } from './ProviderChoice.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Fields.module.css'

type GameFieldsProps = FormOf<GameDraft> & { isNew: boolean }

/** What a game is called, how it is shown, and how much of its stakes counts. */
export function GameFields({ isNew, ...form }: GameFieldsProps) {
  const { t } = useTranslation('game-catalogue')
  const { text, choice, flag, draft, change } = form
  return (
    <>
      <FormSection title={t('form.names')}>
        <div className={classes['fields']}>
          {isNew && <OfProvider {...form} />}
          {isNew && <TextInput {...text('code')} description={t('form.gameCodeHint')} />}
          <TextInput {...text('nameTh')} />
          <TextInput {...text('nameEn')} />
          <NativeSelect
            name="type"
            label={t('field.type')}
            data={gameTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={draft.type}
            onChange={(event) => {
              const { value } = event.currentTarget
              change({ type: gameTypes.find((each) => each === value) ?? 'other' })
            }}
          />
        </div>
      </FormSection>
      <FormSection title={t('form.shown')}>
        <div className={classes['fields']}>
          <NativeSelect {...choice('state', (value) => t(`states.${value}`))} />
          <TextInput {...text('blockedLevels')} description={t('form.levelsHint')} />
        </div>
        <div className={blocks['buttons']}>
          <Checkbox {...flag('hot')} label={t('tags.hot')} />
          <Checkbox {...flag('new')} label={t('tags.new')} />
          <Checkbox {...flag('recommended')} label={t('tags.recommended')} />
        </div>
      </FormSection>
      <FormSection title={t('form.figures')}>
        <div className={classes['fields']}>
          <TextInput {...text('rtpBps')} description={t('form.rtpHint')} inputMode="numeric" />
          <NativeSelect
            label={t('field.volatility')}
            data={[
              { value: '', label: t('form.unsaid') },
              ...volatilities.map((value) => ({ value, label: t(`volatilities.${value}`) })),
            ]}
            value={draft.volatility}
            onChange={(event) => {
              const { value } = event.currentTarget
              change({ volatility: volatilities.find((each) => each === value) ?? '' })
            }}
          />
          <TextInput
            {...text('contributionBps')}
            description={t('form.contributionHint')}
            inputMode="numeric"
          />
        </div>
      </FormSection>
    </>
  )
}

function OfProvider({ draft, change, fieldErrors }: FormOf<GameDraft>) {
  const { t } = useTranslation('game-catalogue')
  const names = useProviderNames()
  return (
    <NativeSelect
      label={t('field.provider')}
      withAsterisk
      error={fieldErrors.providerId}
      data={[{ value: '', label: t('providerUpdate.choose') }, ...names]}
      value={draft.providerId}
      onChange={(event) => change({ providerId: event.currentTarget.value })}
    />
  )
}
