import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { oneText } from '../../../lib/address/search-values.ts'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { Asked } from '../../../lib/call/Asked.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { roleIdOf, type RoleDetail } from '../employee-shapes.ts'
import { beyond, within } from './rights.ts'
import { emptyRole, isSameRole, rightsOf, roleInputOf, type RoleDraft } from './role-form.ts'
import { RoleCompare } from './RoleCompare.tsx'
import { RoleFields } from './RoleFields.tsx'
import { ChangeCount, RoleSide } from './RoleSide.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useRightList } from '../right-words.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useOwnRights } from './use-own-rights.ts'
import { useRoleFieldErrors } from './use-role-field-errors.ts'
import blocks from '../../../ui/Blocks.module.css'

const { max: roleNameMax } = ruleOf('roles.create', 'roleName')
const parse = (raw: RawSearch) => ({ from: oneText(raw['from']) })

/** `/employee/role-add`: a new role, from nothing or from another one (`from`). */
export default function RoleAdd() {
  const { t } = useTranslation('employees')
  const [{ from }] = useScreenSearch(parse)
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  const isClone = from !== undefined && mayRead
  const source = useQueryCall('roles.get', { id: from ?? '' }, { isEnabled: isClone })
  if (!isClone) return <AddForm />
  if (source.data) return <AddForm key={from} source={source.data} />
  return (
    <Page title={t('roleAdd.title')}>
      <Asked query={source}>{() => null}</Asked>
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
    const roleName = t('roleAdd.cloneName', { name: nameOf(source.roleName) }).slice(0, roleNameMax)
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
  const { start, left } = useStart(source)
  const form = useForm<'roles.create', RoleDraft>(
    {
      call: 'roles.create',
      area: 'employees',
      start,
      ...useRoleFieldErrors(),
      input: (draft) => ({
        ...roleInputOf(draft),
        ...(source ? { clonedFrom: roleIdOf(source) } : {}),
      }),
      isSame: isSameRole,
      refreshes: ['roles'],
    },
    {
      worded: useActFailure(),
      onDone: (made, { roleName }) => {
        say(t('roleAdd.done', { name: roleName.trim() }))
        go({ to: '/employee/role-management', search: { open: roleIdOf(made) } })
      },
    },
  )
  const { draft } = form
  const nothing = emptyRole(own)
  return (
    <FormPage
      {...form.page}
      title={t('roleAdd.title')}
      description={source ? t('roleAdd.from', { name: nameOf(source.roleName) }) : t('roleAdd.lead')}
      submitLabel={t('roleAdd.submit')}
      onCancel={() => go({ to: '/employee/role-management' })}
      footNote={<ChangeCount before={nothing} after={draft} />}
      aside={<RoleSide rights={rightsOf(draft)} />}
    >
      {left.length > 0 && (
        <p className={blocks['warn']}>{t('roleAdd.leftOut', { rights: listOf(left) })}</p>
      )}
      <RoleFields {...form} base={nothing} isReadOnly={false} />
      <RoleCompare rights={rightsOf(draft)} />
    </FormPage>
  )
}
