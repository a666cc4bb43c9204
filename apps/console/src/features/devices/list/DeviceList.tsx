import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { oneOf } from '../../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { mayReadMessages } from '../device-shapes.ts'
import { MessageList } from './message-list.tsx'
import { PhoneList } from './phone-list.tsx'

const tabs = ['devices', 'messages'] as const
const parts = { devices: PhoneList, messages: MessageList }
const parse = (raw: RawSearch) => ({ tab: oneOf(raw['tab'], tabs) ?? 'devices' })

/** `/device/list`: the phones that pass on what banks write, and what they passed on. */
export default function DeviceList() {
  const { t } = useTranslation('devices')
  const allows = useAllows()
  const { type } = useProfile()
  const [{ tab }, change] = useScreenSearch(parse)
  const shown = tabs.filter((value) => value === 'devices' || allows(mayReadMessages))
  const value = shown.includes(tab) ? tab : 'devices'
  const Part = parts[value]
  const mayAdd = type === 'staff' && allows({ deviceManagement: ['isCreate'] })
  return (
    <Page
      title={t('list.title')}
      description={t('list.lead')}
      actions={
        mayAdd && (
          <Button
            component={AppLink}
            href={hrefOf({ to: '/device/create' })}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('list.add')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('list.title')}
        tabs={shown.map((each) => ({ value: each, label: t(`tabs.${each}`) }))}
        value={value}
        onChange={(next) => change({ tab: oneOf(next, tabs) ?? 'devices' })}
      >
        <Part key={value} />
      </Tabs>
    </Page>
  )
}
