import { createDecipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { MasterKey, Secrets } from './secrets.ts'

const rootOf = (n: number): Buffer => Buffer.alloc(32, n)
const secrets = new Secrets(rootOf(1))
const other = new Secrets(rootOf(2))
/** The same bytes with one of them changed. */
const altered = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ 1 : byte)))

test('every purpose has a key of its own, the same whenever it is asked for', () => {
  const purposes = ['brand', 'cursor', 'password:app', '']
  const of = (from: Secrets) =>
    purposes.flatMap((purpose) => [
      from.key(purpose).toString('hex'),
      from.mac(purpose, 'text').toString('hex'),
      from.derivedPassword(purpose),
    ])
  const all = [...of(secrets), ...of(other)]
  expect(new Set(all).size).toBe(all.length)
  expect(of(new Secrets(rootOf(1)))).toEqual(of(secrets))
  expect(secrets.key('brand')).toHaveLength(32)
  expect(secrets.mac('brand', 'text')).not.toEqual(secrets.mac('brand', 'texts'))
  expect(() => new Secrets(Buffer.alloc(31))).toThrow('32 bytes')
})

test('what is sealed opens where it was sealed, whole, and by the key of its brand alone', () => {
  const place = 'table.column.1'
  const sealed = secrets.seal(place, 'the secret')
  expect(secrets.open(place, sealed).toString()).toBe('the secret')
  expect(secrets.open(place, secrets.seal(place, Buffer.alloc(0)))).toHaveLength(0)
  expect(sealed.includes('the secret')).toBe(false)
  expect(secrets.seal(place, 'the secret')).not.toEqual(sealed)
  expect(() => secrets.open('table.column.2', sealed)).toThrow()
  expect(() => other.open(place, sealed)).toThrow()
  for (let at = 0; at < sealed.length; at += 1)
    expect(() => secrets.open(place, altered(sealed, at)), String(at)).toThrow()
  expect(() => secrets.open(place, sealed.subarray(0, -1))).toThrow()
})

test('what was sealed by an earlier version opens: keys and layout are as they were', () => {
  const sealed = secrets.seal('here', 'kept')
  const brand = Buffer.from(hkdfSync('sha256', rootOf(1), 'khlang', 'brand', 32))
  const opened = (key: Buffer, part: Buffer) => {
    const decipher = createDecipheriv('aes-256-gcm', key, part.subarray(0, 12)).setAAD(Buffer.from('here'))
    decipher.setAuthTag(part.subarray(-16))
    return Buffer.concat([decipher.update(part.subarray(12, -16)), decipher.final()])
  }
  const dataKey = opened(brand, sealed.subarray(0, 60))
  expect(opened(dataKey, sealed.subarray(60)).toString()).toBe('kept')
})

test('a master key opens the brand’s key that it wrapped, and no other does', () => {
  const [master, another] = [new MasterKey(rootOf(7)), new MasterKey(rootOf(8))]
  const wrapped = master.wrap(secrets)
  expect(master.unwrap(wrapped)?.root()).toEqual(rootOf(1))
  expect(wrapped.includes(rootOf(1))).toBe(false)
  expect(another.unwrap(wrapped)).toBeNull()
  for (const at of [0, 12, wrapped.length - 1]) expect(master.unwrap(altered(wrapped, at))).toBeNull()
  expect(master.databasePassword).not.toBe(another.databasePassword)
  expect(master.formerBrand.root()).toEqual(rootOf(7))
})
