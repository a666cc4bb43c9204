import { TextInput } from '@mantine/core'
import { chatChannels } from '@khlang/contract/values/value-lists.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import { ChannelMark } from '../ChannelMark.tsx'
import type { GroupFieldsProps } from './group-form.ts'
import { SecretField } from './SecretField.tsx'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

/** What the group is called, and how it is reached. */
export function PlaceFields(props: GroupFieldsProps) {
  const { draft, text } = props
  const { t } = useTranslation('group-notifications')
  const { channel } = draft
  return (
    <FormSection title={t('form.place')}>
      <TextInput {...text('name')} description={t('form.nameHint')} />
      <ChannelCards {...props} />
      <TextInput
        {...text('target')}
        label={t(`target.${channel}`)}
        description={t(`targetHint.${channel}`)}
        spellCheck={false}
      />
      <SecretField {...props} />
      {channel !== 'webhook' && <BaseUrl {...props} />}
    </FormSection>
  )
}

function ChannelCards({ draft, change }: GroupFieldsProps) {
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
              onChange={() => change({ channel })}
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
function BaseUrl({ draft, text, fieldErrors }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const [wasOpen, setOpen] = useState(draft.baseUrl !== '')
  return (
    <details
      className={blocks['fold']}
      open={wasOpen || fieldErrors.baseUrl !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('form.advanced')}</summary>
      <TextInput {...text('baseUrl')} type="url" description={t('form.baseUrlHint')} spellCheck={false} />
    </details>
  )
}
