import { IconBrandDiscord, IconBrandLine, IconBrandTelegram, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Channel } from './group-shapes.ts'
import classes from './Groups.module.css'

const icons = {
  line: IconBrandLine,
  telegram: IconBrandTelegram,
  discord: IconBrandDiscord,
  webhook: IconWebhook,
} as const

/** A channel: its sign and its name together. */
export function ChannelMark({ channel }: { channel: Channel }) {
  const { t } = useTranslation('group-notifications')
  const Icon = icons[channel]
  return (
    <span className={classes['channel']} data-channel={channel}>
      <Icon size={18} stroke={1.6} aria-hidden />
      {t(`channels.${channel}`)}
    </span>
  )
}
