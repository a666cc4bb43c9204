import { beforeEach, expect, it, vi } from 'vitest'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { draw, drawnPart, drawnParts, leave } from '../../../lib/drawn-hooks.fixture.ts'
import { PendingBanner } from '../PendingBanner.tsx'
import RoleEdit from './RoleEdit.tsx'
import { RoleFields } from './RoleFields.tsx'

// Who may type in the form of a role: of a role one request waits at a time.

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@mantine/core', () => ({ Textarea: () => null }))
vi.mock('../../../lib/address/navigation.tsx', () => ({ hrefOf: String, useGo: () => () => undefined }))
vi.mock('../../../lib/person/permissions.ts', () => ({ useAllows: () => () => true }))
vi.mock('../../../lib/person/right-words.ts', () => ({ useRoleName: () => String }))
vi.mock('../../../lib/call/query.ts', () => ({ useQueryCall: () => ({}) }))
vi.mock('../../../lib/record/record-screen.tsx', () => ({
  recordScreen: (spec: { Screen: unknown }) => spec.Screen,
}))
vi.mock('../../../ui/AppLink.tsx', () => ({ AppLink: () => null }))
vi.mock('../../../ui/form/FormPage.tsx', () => ({ FormPage: () => null, FormSection: () => null }))
vi.mock('../PendingBanner.tsx', () => ({ PendingBanner: () => null }))
vi.mock('../ViewAs.tsx', () => ({ ViewAsButton: () => null }))
vi.mock('../use-second-rule.ts', () => ({ useSecondRule: () => String }))
vi.mock('./RoleCompare.tsx', () => ({ RoleCompare: () => null }))
vi.mock('./RoleFields.tsx', () => ({ RoleFields: () => null }))
vi.mock('./RoleSide.tsx', () => ({ ChangeCount: () => null, RoleSide: () => null }))
vi.mock('./use-role-edit.ts', () => ({
  useRoleEdit: (role: { stored: object }) => ({
    draft: role.stored,
    base: role.stored,
    page: {},
    text: () => ({}),
    canSend: true,
    hasChange: true,
  }),
}))

beforeEach(leave)

type Part = (given: object) => unknown
const pending = { id: 'apr_1' }
function drawnOf(role: { readonly mayChange: boolean; readonly pending: object | null }) {
  const row = { _id: 'rol_1', roleName: 'Cashier', stored: {}, second: { isAlone: false }, ...role }
  const { type, props } = drawnPart(
    draw(() => (RoleEdit as Part)({ row })),
    'EditForm',
  )
  const form = draw(() => (type as Part)(props))
  return {
    isReadOnly: drawnPart(form, RoleFields).props['isReadOnly'],
    hasFoot: drawnPart(form, FormPage).props['hasFoot'],
    asksWhy: drawnParts(form, FormSection).length > 0,
    tellsOfWaiting: drawnParts(form, PendingBanner).length > 0,
  }
}

it('a role that may be changed is typed in, and why is asked', () => {
  expect(drawnOf({ mayChange: true, pending: null })).toEqual({
    isReadOnly: false,
    hasFoot: true,
    asksWhy: true,
    tellsOfWaiting: false,
  })
})

it.each([
  { mayChange: true, pending },
  { mayChange: false, pending: null },
])('a role with a change that waits, or beyond the reader, is locked: %o', (role) => {
  expect(drawnOf(role)).toEqual({
    isReadOnly: true,
    hasFoot: false,
    asksWhy: false,
    tellsOfWaiting: role.pending !== null,
  })
})
