import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../lib/form/use-form.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { oneText } from '../../../lib/address/search-values.ts'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { Asked } from '../../../lib/call/Asked.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { ChatPreview } from './ChatPreview.tsx'
import { cloneOf, emptyGroup, newGroupForm, type GroupDraft } from './group-form.ts'
import type { GroupDetail } from '../group-shapes.ts'
import { GroupFields } from './GroupFields.tsx'

const parse = (raw: RawSearch) => ({ from: oneText(raw['from']) })

/** `/group-notification/add`: a new group, from nothing or from another one (`from`). */
export default function GroupAdd() {
  const { t } = useTranslation('group-notifications')
  const [{ from }] = useScreenSearch(parse)
  const isClone = from !== undefined
  const source = useQueryCall('groupNotifications.get', { id: from ?? '' }, { isEnabled: isClone })
  if (!isClone) return <AddForm />
  if (source.data) return <AddForm key={from} source={source.data} />
  return (
    <Page title={t('add.title')}>
      <Asked query={source}>{() => null}</Asked>
    </Page>
  )
}

function AddForm({ source }: { source?: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  const go = useGo()
  const [start] = useState((): GroupDraft =>
    source ? cloneOf(source, t('add.cloneName', { name: source.name })) : emptyGroup,
  )
  const form = useForm(
    { ...newGroupForm, start },
    {
      onDone: ({ id, place }, { name }) => {
        say(t(place === 'open' ? 'add.done' : 'add.waits', { name: name.trim() }))
        go({ to: '/group-notification/list', search: { open: id } })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      title={t('add.title')}
      description={source ? t('add.from', { name: source.name }) : t('add.lead')}
      submitLabel={t('add.submit')}
      onCancel={() => go({ to: '/group-notification/list' })}
      aside={<ChatPreview draft={form.draft} />}
    >
      <GroupFields {...form} base={null} />
    </FormPage>
  )
}
