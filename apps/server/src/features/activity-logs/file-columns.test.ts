import { expect, test } from 'vitest'
import { activityColumns } from './file-columns.ts'

test('a built-in role has the word of the file’s language, another the name it has', () => {
  const role = activityColumns.find(({ heading }) => heading === 'field.role')
  const told = (roleName: string | null, language: 'th' | 'en') => {
    const row = { roleName } as Parameters<NonNullable<typeof role>['of']>[0]
    return role?.of(row, language)
  }
  expect(told('Cashier', 'th')).toBe('แคชเชียร์')
  expect(told('Cashier', 'en')).toBe('Cashier')
  expect(told('กะดึก', 'en')).toBe('กะดึก')
  expect(told(null, 'th')).toBeNull()
})

test('what an act changed is told in words of the file’s language, not as it is stored', () => {
  const column = activityColumns.find(({ heading }) => heading === 'field.change')
  const told = (row: object, language: 'th' | 'en') =>
    column?.of(row as Parameters<NonNullable<typeof column>['of']>[0], language)
  const locked = {
    entity: 'employee',
    before: { state: 'active', version: 1 },
    after: { state: 'locked', version: 2 },
  }
  expect(told(locked, 'th')).toBe('สถานะ: ใช้งานได้ → ล็อก')
  expect(told(locked, 'en')).toBe('Status: Active → Locked')
  const limits = {
    approvalLimitMinor: null,
    permission: { dashboard: { isRead: false }, sellerManagement: { isRead: true } },
  }
  const role = {
    entity: 'role',
    before: limits,
    after: {
      approvalLimitMinor: 5_000_000,
      permission: { dashboard: { isRead: true }, sellerManagement: { isRead: true } },
    },
  }
  expect(told(role, 'th')).toBe('วงเงินอนุมัติต่อรายการ: ไม่ได้กำหนด → 50,000.00; ภาพรวม · ดู: ไม่ใช่ → ใช่')
  const made = {
    entity: 'group',
    before: null,
    after: { name: 'ห้องใหญ่', banks: ['KBANK'], events: ['deposit.large'] },
  }
  expect(told(made, 'th')).toBe('ชื่อ: ห้องใหญ่; ธนาคาร: กสิกรไทย; เรื่องที่แจ้ง: ยอดฝากก้อนใหญ่')
  expect(told({ entity: 'session', before: null, after: null }, 'th')).toBeNull()
  for (const row of [locked, role, made]) expect(told(row, 'th')).not.toMatch(/[{}"]/)
})
