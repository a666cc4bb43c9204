import { createServer } from 'node:http'
import { product } from './kit/products.ts'
import { openAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

/** A system outside that takes webhooks; what it answers is up to the test. */
async function listen(port: number) {
  const heard: string[] = []
  const state = { status: 503 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push(body)
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { heard, state, close: () => server.close() }
}

test('a webhook group is added, tested, and once locked neither tested nor changed', async ({ page }) => {
  const port = product().hookPort
  const hook = await listen(port)
  const name = `บัญชีกลาง ${Date.now().toString(36)}`
  await openAs(page, 'owner', '/group-notification/list')
  await page.getByRole('link', { name: 'เพิ่มกลุ่ม', exact: true }).click()

  await page.getByRole('button', { name: 'เพิ่มกลุ่ม', exact: true }).click()
  await expect(page.getByText('เลือกอย่างน้อยหนึ่งเรื่อง')).toBeVisible()
  await page.getByLabel('ชื่อกลุ่ม').fill(name)
  await page.getByText('Webhook', { exact: true }).click()
  await page.getByLabel('ที่อยู่ปลายทาง').fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: 'สร้างรหัสลับให้' }).click()
  await expect(page.getByText(/^whsec_\S{44}$/)).toBeVisible()
  await page.getByLabel('ยอดฝากก้อนใหญ่').check()
  await page.getByText('ประโยคปกติ', { exact: true }).click()
  await page.getByLabel('ประโยคภาษาไทย').fill('ก้อนใหญ่ ')
  await page.getByRole('button', { name: '+ ยอดเงิน' }).click()
  const preview = page.getByRole('region', { name: 'ตัวอย่างในกลุ่ม' })
  await expect(preview).toContainText('ก้อนใหญ่ ฿5,000.00')
  await page.getByRole('switch', { name: 'งดส่งในบางช่วงเวลา' }).click()
  await expect(page.getByText('งดส่งข้ามคืน ตั้งแต่ 22:00 น. ถึง 07:00 น. ของวันรุ่งขึ้น')).toBeVisible()
  await page.getByRole('button', { name: 'เพิ่มกลุ่ม', exact: true }).click()
  // The server's own refusal stands at the field it is about.
  await expect(page.getByText('ต้องเป็น https ของเครื่องที่เปิดสู่สาธารณะ')).toBeVisible()
  await page.getByLabel('ที่อยู่ปลายทาง').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByRole('button', { name: 'เพิ่มกลุ่ม', exact: true }).click()

  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('button', { name: 'ส่งทดสอบ' }).click()
  const result = panel.getByRole('status').filter({ hasText: 'ข้อความทดสอบ' })
  await expect(result).toContainText('ระบบของปลายทางขัดข้อง (HTTP 503)')
  await expect(panel.getByText('ส่งไม่ผ่าน')).toBeVisible()
  hook.state.status = 204
  await panel.getByRole('button', { name: 'ส่งทดสอบ' }).click()
  await expect(result).toContainText('ส่งข้อความทดสอบถึงปลายทางแล้ว')
  expect(hook.heard).toHaveLength(2)
  expect(JSON.parse(hook.heard[1] ?? '{}')).toMatchObject({ type: 'khlang.events' })
  hook.close()

  const edit = await panel.getByRole('link', { name: 'แก้ไข' }).getAttribute('href')
  await panel.getByRole('button', { name: 'ล็อก', exact: true }).click()
  await page
    .getByRole('dialog', { name: `ล็อกกลุ่ม ${name}` })
    .getByRole('button', { name: 'ล็อกกลุ่ม' })
    .click()
  await expect(panel.getByText('ล็อกอยู่', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'ส่งทดสอบ' })).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'แก้ไข' })).toHaveCount(0)
  await page.goto(new URL(edit ?? '', page.url()).href)
  await expect(page.getByText('กลุ่มนี้ถูกล็อกอยู่ ปลดล็อกก่อนจึงจะแก้ไขได้')).toBeVisible()
  await expect(page.getByLabel('ชื่อกลุ่ม')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'บันทึก' })).toHaveCount(0)

  // Opened again from there, nothing of the form is sent by the way.
  const updates: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/group/update/')) updates.push(request.url())
  })
  await page.getByRole('button', { name: 'ปลดล็อก' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ปลดล็อกกลุ่ม' }).click()
  await expect(page.getByLabel('ชื่อกลุ่ม')).toBeEnabled()
  await expect(page.getByRole('button', { name: 'บันทึก' })).toBeDisabled()
  expect(updates).toEqual([])
})
