import { banks } from '@khlang/contract/values/banks.ts'
import { describe, expect, it } from 'vitest'
import { fieldMessages } from './field.fixture.ts'
import { parseBankMessage, shapesByBank } from './parse-message.ts'

type Message = (typeof fieldMessages)[number]

function read({ bank, source, sender, received }: Message, text: string) {
  const { parseVersion: _, ...result } = parseBankMessage({
    bank,
    source,
    sender,
    text,
    receivedAt: received,
  })
  return result
}

const digits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))

/** The same message as another phone or gateway writes it. */
const SAME: Readonly<Record<string, (text: string) => string>> = {
  'Thai digits': digits(0x0e50),
  'full-width digits': digits(0xff10),
  'no-break spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'doubled blanks': (text) => text.replaceAll(' ', '  '),
  'line breaks': (text) => text.replaceAll(' ', '\r\n'),
  'zero-width spaces': (text) => `\ufeff${text.replaceAll(' ', '\u200b \u200b')}\u200b`,
  'decomposed letters': (text) => text.normalize('NFD'),
}

/** Without a unit only the end of the message shows that the amount is whole. */
const UNREAD_WITH_MORE = ['29/10/61 02:32 บชX341611X เงินเข้า750.00']
/** The one wording that two banks share on LINE; the digits of the account tell them apart. */
const SHARED = ['SCB scb.connect.in: รายการเงินเข้า 100.00 บาท เข้าบัญชี XX7151 วันที่ 01/05/2026 10:05']

describe('the way a message is written down', () => {
  it.each(Object.entries(SAME))('does not change what is read: %s', (_name, rewrite) => {
    for (const message of fieldMessages) {
      expect([message.text, read(message, rewrite(message.text))]).toEqual([
        message.text,
        read(message, message.text),
      ])
    }
  })

  it.each([' สอบถามโทร 02-8888888', ' ขอบคุณที่ใช้บริการ', ' Call 1333', ' (Auto)'])(
    'nor does a line behind it change amount, direction or balance: %s',
    (tail) => {
      const complaints = fieldMessages.flatMap((message) => {
        const [bare, tailed] = [read(message, message.text), read(message, message.text + tail)]
        if (bare.kind !== 'line') return tailed.kind === 'line' ? [message.text] : []
        if (tailed.kind !== 'line') return UNREAD_WITH_MORE.includes(message.text) ? [] : [message.text]
        const isSame =
          bare.direction === tailed.direction &&
          bare.amountMinor === tailed.amountMinor &&
          bare.balanceAfterMinor === tailed.balanceAfterMinor
        return isSame ? [] : [message.text]
      })
      expect(complaints).toEqual([])
    },
  )
})

describe('a message of one bank on the account of another', () => {
  const others = (message: Message) =>
    banks.flatMap(({ code }) => (code === message.bank || shapesByBank[code] === undefined ? [] : [code]))

  it('is not read at all when its sender is known as the other bank', () => {
    const complaints = fieldMessages.flatMap((message) => {
      if (message.sender === '' || message.source !== 'sms') return []
      return others(message).flatMap((bank) => {
        const result = parseBankMessage({ ...message, bank, receivedAt: message.received })
        return result.kind === 'line' ? [`${bank} from ${message.sender}: ${message.text}`] : []
      })
    })
    expect(complaints).toEqual([])
  })

  it('is never read with confidence, and never otherwise than on its own account', () => {
    const complaints = fieldMessages.flatMap((message) =>
      others(message).flatMap((bank) => {
        const result = parseBankMessage({ ...message, bank, sender: '', receivedAt: message.received })
        if (result.kind !== 'line') return []
        const isSame =
          message.kept !== true &&
          message.direction === result.direction &&
          message.amountMinor === result.amountMinor
        return isSame && result.flags.includes('lowConfidence')
          ? []
          : [`${bank} ${result.shape}: ${message.text}`]
      }),
    )
    expect(complaints).toEqual(SHARED)
  })
})
