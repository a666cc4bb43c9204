import { TextInput } from '@mantine/core'
import { chatChannels } from '@khlang/contract/value-lists.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../ui/FormPage.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import type { GroupFieldsProps } from './GroupFields.tsx'
import { SecretField } from './SecretField.tsx'
import formClasses from './GroupForm.module.css'

/** What the group is called, and how it is reached. */
export function PlaceFields(props: GroupFieldsProps) {
  const { draft, onChange, faults } = props
  const { t } = useTranslation('group-notifications')
  const { channel } = draft
  return (
    <FormSection title={t('form.place')}>
      <TextInput
        name="name"
        label={t('field.name')}
        description={t('form.nameHint')}
        autoComplete="off"
        maxLength={60}
        withAsterisk
        required
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={faults.name}
      />
      <ChannelCards {...props} />
      <TextInput
        name="target"
        label={t(`target.${channel}`)}
        description={t(`targetHint.${channel}`)}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        withAsterisk
        required
        value={draft.target}
        onChange={(event) => onChange({ target: event.currentTarget.value })}
        error={faults.target}
      />
      <SecretField {...props} />
      {channel !== 'webhook' && <BaseUrl {...props} />}
    </FormSection>
  )
}

function ChannelCards({ draft, onChange }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  return (
    <div role="radiogroup" aria-labelledby="group-channel">
      <span id="group-channel" className={formClasses['label']}>
        {t('field.channel')}
      </span>
      <div className={formClasses['channels']}>
        {chatChannels.map((channel) => (
          <label key={channel} className={formClasses['channelCard']}>
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={draft.channel === channel}
              onChange={() => onChange({ channel })}
            />
            <span>
              <ChannelMark channel={channel} />
              <small>{t(`channelHints.${channel}`)}</small>
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** Seldom wanted, so it is folded away unless it is set or wrong. */
function BaseUrl({ draft, onChange, faults }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const [wasOpen, setOpen] = useState(draft.baseUrl !== '')
  return (
    <details
      className={formClasses['fold']}
      open={wasOpen || faults.baseUrl !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('form.advanced')}</summary>
      <TextInput
        name="baseUrl"
        type="url"
        label={t('field.baseUrl')}
        description={t('form.baseUrlHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={draft.baseUrl}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
        error={faults.baseUrl}
      />
    </details>
  )
}
