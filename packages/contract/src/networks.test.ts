import { expect, it } from 'vitest'
import { isNetwork } from './networks.ts'

const good = [
  '203.0.113.7',
  '203.0.113.0/24',
  '203.0.113.7/32',
  '0.0.0.0/0',
  '::1',
  '::/0',
  '2001:db8::/32',
  '2001:db8:0:0:0:0:0:1',
  '2001:DB8::1/128',
  '::ffff:203.0.113.7',
]
it.each(good)('%s is an address or a network', (text) => expect(isNetwork(text)).toBe(true))

const bad = [
  '',
  'office',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/024',
  '203.0.113.7/24',
  '203.0.113.0/24/8',
  '2001:db8::1/32',
  '2001:db8::1::2',
  '2001:db8:0:0:0:0:1',
  '1:2:3:4:5:6:7:8::',
  'fe80::1%eth0',
  '12345::',
  '::/129',
]
it.each(bad)('%s is none', (text) => expect(isNetwork(text)).toBe(false))
