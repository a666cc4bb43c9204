import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { autoAddress } from '../../../lib/config.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { CataloguePicture } from '../CataloguePicture.tsx'
import type { ProviderSettings } from '../catalogue-shapes.tsx'
import { GameListing } from './GameListing.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { draftOf, emptyProvider, sharedOf, type ProviderDraft } from './provider-draft.ts'
import blocks from '../../../ui/Blocks.module.css'

const secrets = ['secret'] as const

/** A provider that is not there yet; a second person agrees to it. */
export function NewProvider({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation('game-catalogue')
  const form = useForm<'gameCatalogue.createProvider', ProviderDraft>(
    {
      call: 'gameCatalogue.createProvider',
      area: 'game-catalogue',
      start: emptyProvider,
      input: (draft) => ({ ...sharedOf(draft), code: draft.code.trim(), secret: draft.secret }),
      secrets,
      refreshes: ['gameCatalogue', 'approvals'],
    },
    {
      onDone: ({ state, id }) => {
        say(t(`form.added.${state}`), state === 'done' ? 'green' : 'amber')
        if (state === 'done') onDone(id)
      },
    },
  )
  return (
    <FormPage {...form.page} isPart title={t('form.new')} submitLabel={t('form.ask')}>
      <ProviderFields {...form} kept={null} />
    </FormPage>
  )
}

/** One that is there: at once where one person may, else when a second one agrees. */
export function StoredProvider({ provider }: { provider: ProviderSettings }) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const name = language === 'th' ? provider.nameTh : provider.nameEn
  const { id, version } = provider
  const stored = useMemo(() => ({ version, draft: draftOf(provider) }), [provider, version])
  const form = useForm<'gameCatalogue.updateProvider', ProviderDraft>(
    {
      call: 'gameCatalogue.updateProvider',
      about: id,
      area: 'game-catalogue',
      start: stored.draft,
      input: (draft, base) => ({
        ...sharedOf(draft),
        id,
        version: base.version,
        secret: draft.secret === '' ? null : draft.secret,
      }),
      secrets,
      refreshes: ['gameCatalogue', 'approvals'],
    },
    {
      stored,
      onDone: ({ state }, draft) => {
        say(t(`form.saved.${state}`), state === 'done' ? 'green' : 'amber')
        const isDone = state === 'done'
        form.store({
          version: isDone ? version + 1 : version,
          draft: isDone ? { ...draft, secret: '', reason: '' } : stored.draft,
        })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      isPart
      title={name}
      submitLabel={t('form.save')}
      canSubmit={form.canSend}
      aside={<GameListing provider={provider} />}
    >
      {provider.isSetupAsked && (
        <p className={blocks['warn']} role="status">
          {t('isAsked')}
        </p>
      )}
      <FormSection title={t('form.callback')} description={t('form.callbackHint')}>
        <CopyText value={autoAddress(provider.callPath)} />
      </FormSection>
      <CataloguePicture of="logo" id={id} hasPicture={provider.hasLogo} name={name} />
      <ProviderFields {...form} kept={provider.secret} />
    </FormPage>
  )
}
