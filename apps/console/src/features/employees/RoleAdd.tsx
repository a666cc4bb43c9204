import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useKept } from '../../lib/kept.ts'
import { useGo } from '../../lib/navigation.tsx'
import { say } from '../../lib/notices.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { useScreenSearch, type RawSearch } from '../../lib/search.ts'
import { oneText } from '../../lib/search-values.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormPage } from '../../ui/FormPage.tsx'
import { Page } from '../../ui/Page.tsx'
import { roleIdOf, type RoleDetail } from './employee-shapes.ts'
import { beyond, within } from './rights.ts'
import { emptyRole, rightsOf, roleInputOf, type RoleDraft } from './role-form.ts'
import { RoleCompare } from './RoleCompare.tsx'
import { RoleFields } from './RoleFields.tsx'
import { ChangeCount, RoleSide } from './RoleSide.tsx'
import { useRoleName } from '../../lib/right-words.ts'
import { useRightList } from './right-words.ts'
import { useOwnRights } from './use-own-rights.ts'
import { useRoleCheck } from './use-role-check.ts'
import classes from './People.module.css'

const parse = (raw: RawSearch) => ({ from: oneText(raw['from']) })

/** `/employee/role-add`: a new role, from nothing or from another one (`from`). */
export default function RoleAdd() {
  const { t } = useTranslation('employees')
  const [{ from }] = useScreenSearch(parse)
  const failure = useFailure()
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  const isClone = from !== undefined && mayRead
  const source = useQueryCall('roles.get', { id: from ?? '' }, { isEnabled: isClone })
  if (!isClone) return <AddForm />
  if (source.data) return <AddForm key={from} source={source.data} />
  const error = failure(source.error)
  return (
    <Page title={t('roleAdd.title')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void source.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  )
}

/** A clone goes as far as its source, and no further than what the reader holds. */
function useStart(source: RoleDetail | undefined) {
  const { t } = useTranslation('employees')
  const own = useOwnRights()
  const nameOf = useRoleName()
  const [start] = useState((): RoleDraft => {
    if (!source) return emptyRole(own)
    const roleName = t('roleAdd.cloneName', { name: nameOf(source.roleName) }).slice(0, 60)
    return { ...within(source, own), roleName, description: source.description }
  })
  return { start, left: source ? beyond(source, own) : [] }
}

function AddForm({ source }: { source?: RoleDetail | undefined }) {
  const { t } = useTranslation('employees')
  const go = useGo()
  const nameOf = useRoleName()
  const listOf = useRightList()
  const own = useOwnRights()
  const { key, renew } = useIdempotencyKey()
  const { start, left } = useStart(source)
  const [draft, setDraft] = useKept<RoleDraft>('draft', () => start)
  const create = useCall('roles.create', { refreshes: ['roles'] })
  const check = useRoleCheck()
  const nothing = emptyRole(own)
  const submit = async (): Promise<void> => {
    if (!check.isComplete(draft, null)) return
    const clonedFrom = source ? { clonedFrom: roleIdOf(source) } : {}
    try {
      const made = await create.send({ ...roleInputOf(draft), ...clonedFrom }, { idempotencyKey: key })
      say(t('roleAdd.done', { name: draft.roleName.trim() }))
      go({ to: '/employee/role-management', search: { open: roleIdOf(made) } })
    } catch (thrown) {
      renew()
      check.tell(thrown)
    }
  }
  return (
    <FormPage
      title={t('roleAdd.title')}
      description={source ? t('roleAdd.from', { name: nameOf(source.roleName) }) : t('roleAdd.lead')}
      submitLabel={t('roleAdd.submit')}
      canSubmit={create.canSend}
      isDirty={draft !== start}
      error={check.failure}
      onSubmit={submit}
      onCancel={() => go({ to: '/employee/role-management' })}
      footNote={<ChangeCount before={nothing} after={draft} />}
      aside={<RoleSide rights={rightsOf(draft)} />}
    >
      {left.length > 0 && (
        <p className={classes['warn']}>{t('roleAdd.leftOut', { rights: listOf(left) })}</p>
      )}
      <RoleFields
        draft={draft}
        base={nothing}
        onChange={setDraft}
        onRefused={check.refuse}
        faults={check.faults}
        isReadOnly={false}
      />
      <RoleCompare rights={rightsOf(draft)} />
    </FormPage>
  )
}
