import { expect, it } from 'vitest'
import fc from 'fast-check'
import { readSlipQr, slipQrOf } from './qr.ts'

const slip = { sendingBank: '014', transRef: '202611250A1b2C3d4E5f6' }
const payload = slipQrOf(slip)

it('reads the code of a slip', () => {
  expect(readSlipQr(payload)).toEqual(slip)
  // Written by hand, its checksum by another program.
  expect(readSlipQr('0041000600000101030040220013120103000A1B2C3D45102TH91043AE7')).toEqual({
    sendingBank: '004',
    transRef: '013120103000A1B2C3D4',
  })
})

it.each([
  ['one of whose letters another stands', payload.replace('014', '004')],
  ['without its checksum', payload.slice(0, -8)],
  ['a PromptPay code', '00020101021129370016A000000677010111011300668123456785802TH53037646304AA55'],
  ['text', 'https://gift.truemoney.com/campaign/?v=abc'],
  ['nothing', ''],
])('does not read %s', (_, text) => {
  expect(readSlipQr(text)).toBeNull()
})

it('reads nothing else than what was written, whatever the reference', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{3}$/),
      fc.stringMatching(/^[A-Za-z0-9]{8,35}$/),
      (sendingBank, transRef) => {
        expect(readSlipQr(slipQrOf({ sendingBank, transRef }))).toEqual({ sendingBank, transRef })
      },
    ),
  )
})

it('throws at nothing that a picture may hold', () => {
  fc.assert(fc.property(fc.string({ maxLength: 250 }), (text) => void readSlipQr(text)))
})
