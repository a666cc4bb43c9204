import { runKhlang } from './kit/khlang-process.ts'
import { fillSignIn } from './kit/signed-in.ts'
import { codeAt } from './kit/totp.ts'
import { expect, test } from './kit/watch.ts'

test('production: the first admin redeems the code once, enrols, and has no way round it', async ({
  page,
}) => {
  const khlang = await runKhlang({ KHLANG_PROFILE: 'production' })
  try {
    const code = /one-time code (\S+)/.exec(khlang.said)?.[1] ?? ''
    const redeem = async (password: string): Promise<void> => {
      await page.getByRole('button', { name: 'มีรหัสใช้ครั้งเดียว ตั้งรหัสผ่านใหม่' }).click()
      await page.getByLabel('ชื่อผู้ใช้').fill('owner')
      await page.getByLabel('รหัสใช้ครั้งเดียว').fill(code)
      await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(password)
      await page.getByLabel('รหัสผ่านใหม่อีกครั้ง').fill(password)
      await page.getByRole('button', { name: 'บันทึกรหัสผ่าน' }).click()
    }
    await page.goto(khlang.address)
    for (const [password, reason] of [
      ['abcdefghijkl', 'รหัสผ่านนี้เดาง่ายเกินไป'],
      ['1qaz2wsx3edc', 'รหัสผ่านนี้มีคนใช้กันมากจนเดาได้ทันที'],
      ['seven owners 1234567', 'รหัสผ่านมีชื่อผู้ใช้หรือชื่อแบรนด์อยู่ข้างใน'],
      ['seven lanterns '.repeat(10), 'ข้อความยาวเกินกำหนด'],
    ] as const) {
      await redeem(password)
      const field = page.getByLabel('รหัสผ่านใหม่', { exact: true })
      await expect(field).toHaveAccessibleDescription(new RegExp(reason))
      await expect(field).toBeFocused()
      await page.getByRole('button', { name: 'กลับไปหน้าเข้าสู่ระบบ' }).click()
    }
    await redeem('seven lanterns over quiet water')
    await expect(page.getByText('ตั้งรหัสผ่านแล้ว')).toBeVisible()
    await redeem('another long phrase of mine')
    await expect(page.getByRole('alert')).toContainText('รหัสใช้ครั้งเดียวไม่ถูกต้อง')
    await page.getByRole('button', { name: 'กลับไปหน้าเข้าสู่ระบบ' }).click()

    await fillSignIn(page, 'owner', 'seven lanterns over quiet water')
    await expect(page).toHaveURL(/\/otp$/)
    await page.goto(`${khlang.address}/dashboard`)
    await expect(page).toHaveURL(/\/otp$/)
    await page.getByLabel('รหัส 6 หลัก').fill(codeAt((await page.locator('code').textContent()) ?? ''))
    await page.getByRole('button', { name: 'เก็บไว้แล้ว' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    // Closed first, so that nothing is under way when the server goes.
    await page.close()
    await khlang.stop()
  }
})
