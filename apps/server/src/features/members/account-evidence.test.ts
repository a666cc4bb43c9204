import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { decodeId } from '@khlang/contract/values/values.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanPicture } from '../../platform/security/pictures.ts'
import { clearUnused, openNamed } from '../../platform/files/private-files.ts'
import { sendPicture, tinyPicture, uploadEvidence } from '../../testing/world/evidence.ts'
import { addMember, codeOf, inDatabase, key, newMember } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'

let server: TestServer
let maker: Person
let checker: Person
let memberId: string
const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const
/** What whoever agrees to a change of an account needs besides. */
const settles = { ...permissions, pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] } as const

beforeAll(async () => {
  server = await startTestServer()
  await server.set({ rateWritePerMinute: 10_000 })
  maker = await server.person({ permissions, hasStepUp: true, password })
  checker = await server.person({ permissions: settles, hasStepUp: true, password })
  memberId = (await addMember(maker)).id
})
afterAll(() => server.stop())

const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#b33' } })
/** `200`, or `415 pictureTypeRefused`. */
async function sent(bytes: Uint8Array, headers: Record<string, string> = {}, by = maker): Promise<string> {
  const answer = await sendPicture(server, by, memberId, bytes, headers)
  const { error } = (await answer.json()) as { error?: { code: string } }
  return error ? `${answer.status} ${error.code}` : String(answer.status)
}
const wanted = () => {
  const { bank, accountNo, accountName } = newMember()
  return { bank, accountNo, accountName, reason: 'asked by phone' }
}
async function asked(by = maker) {
  const member = await addMember(by)
  const account = wanted()
  const evidenceId = await uploadEvidence(server, by, member.id)
  const { approvalId } = await by.call(
    'members.changeAccount',
    { id: member.id, ...account, evidenceId },
    key(),
  )
  return { member, account, evidenceId, approvalId }
}
const look = (approvalId: string, by: Person) =>
  server.fetch(`/api/v1/approval/evidence/${approvalId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
  })
const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const { status, body } = await answer
  await body?.cancel()
  return status
}
const uuidOf = (id: string) => decodeId('privateFile', id) ?? ''
const asApp = (text: string, values: unknown[]) => inDatabase(server.database.appUrl, text, values)

/** A PNG of one colour whose header says this size; its pixels are a few bytes. */
function pngOf(width: number, height: number, chunks: readonly Buffer[] = []): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 20_000_000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks.map((data) => chunk('acTL', data)),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

describe('an upload', () => {
  test('is a JPEG, PNG or WebP by its content, whatever it is called', async () => {
    for (const bytes of [
      await photo().jpeg().toBuffer(),
      await photo().png().toBuffer(),
      await photo().webp().toBuffer(),
      tinyPicture,
    ])
      for (const type of ['image/jpeg', 'image/svg+xml', 'application/octet-stream'])
        expect(await sent(bytes, { 'content-type': type })).toBe('200')
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['PDF with a picture behind it', Buffer.concat([Buffer.from('%PDF-1.7\n'), tinyPicture])],
    ['HEIC', Buffer.from('00000018667479706865696300000000', 'hex')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
  ])('415 for %s, even where the sender says JPEG', async (_, bytes) => {
    expect(await sent(bytes, { 'content-type': 'image/jpeg' })).toBe('415 pictureTypeRefused')
  })

  test('415 for JSON and text, 422 for nothing', async () => {
    expect(await sent(Buffer.from('{"a":1}'), { 'content-type': 'application/json' })).toBe(
      '415 unsupportedMediaType',
    )
    expect(await sent(tinyPicture, { 'content-type': 'text/plain' })).toBe('415 unsupportedMediaType')
    expect(await sent(Buffer.alloc(0))).toBe('422 requiredField')
  })

  test('413 above 8 MB, said before or found on the way', async () => {
    const big = Buffer.concat([tinyPicture, Buffer.alloc(8 * 1024 * 1024)])
    expect(await sent(big)).toBe('413 pictureTooLarge')
    const answer = await server.fetch(`/api/v1/member/account-evidence/${memberId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${maker.token}`,
        'content-type': 'image/png',
        'idempotency-key': crypto.randomUUID(),
      },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('pictureTooLarge')])
  })

  test('422 for a bomb, by its header: it is not unpacked', async () => {
    const bomb = pngOf(50_000, 50_000)
    expect(bomb.length).toBeLessThan(100_000)
    const before = performance.now()
    expect(await sent(bomb)).toBe('422 pictureTooManyPixels')
    expect(performance.now() - before).toBeLessThan(2000)
    expect(await sent(pngOf(9_000, 9_000))).toBe('422 pictureTooManyPixels')
    expect(await sent(pngOf(20_000, 10))).toBe('422 pictureTooManyPixels')
  })

  test('422 for moving pictures', async () => {
    expect(await sent(pngOf(8, 8, [Buffer.from('0000000200000000', 'hex')]))).toBe('422 pictureAnimated')
    const frames = await sharp([await photo().png().toBuffer(), await photo().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer()
    expect(await sent(frames)).toBe('422 pictureAnimated')
  })

  test('422 for one cut off in the middle or damaged', async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
    const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff', noise } })
    for (const whole of [
      await drawn.clone().jpeg().toBuffer(),
      await drawn.clone().png().toBuffer(),
      await drawn.clone().webp().toBuffer(),
    ]) {
      expect(await sent(whole.subarray(0, whole.length / 2))).toBe('422 pictureUnreadable')
      expect(await sent(whole.subarray(0, 16))).toBe('422 pictureUnreadable')
    }
  })

  test('401, 403 and 404 come before its bytes are judged', async () => {
    const junk = Buffer.from('junk')
    expect(await sent(junk, { authorization: 'Bearer none' })).toBe('401 unauthenticated')
    const reader = await server.person({ permissions: { memberManagement: ['isRead'] } })
    expect(await sent(junk, {}, reader)).toBe('403 forbidden')
    const nobody = 'mbr_00000000000000000000000000'
    expect((await sendPicture(server, maker, nobody, junk)).status).toBe(404)
  })

  test('sent again with its key it is the same picture; another one with that key is refused', async () => {
    const once = { 'idempotency-key': crypto.randomUUID() }
    const id = async () =>
      ((await (await sendPicture(server, maker, memberId, tinyPicture, once)).json()) as { data: object })
        .data
    expect(await id()).toEqual(await id())
    expect(await sent(await photo().png().toBuffer(), once)).toBe('422 idempotencyMismatch')
    expect(await sent(tinyPicture, { 'idempotency-key': '' })).toBe('400 idempotencyKeyMissing')
  })

  test('waits for eight others, and no longer: whoever comes then is told to come again', async () => {
    const turns = await Promise.allSettled(Array.from({ length: 10 }, () => cleanPicture(tinyPicture)))
    expect(turns.map(({ status }) => status)).toEqual([
      ...Array(8).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ])
    expect(turns.at(-1)).toMatchObject({ reason: { code: 'tooManyRequests', retryAfterS: 5 } })
    await cleanPicture(tinyPicture)
  })

  test('429 with twenty unused ones of the same person', async () => {
    const eager = await server.person({ permissions })
    for (let count = 0; count < 20; count += 1) expect(await sent(tinyPicture, {}, eager)).toBe('200')
    expect(await sent(tinyPicture, {}, eager)).toBe('429 tooManyRequests')
    expect(await sent(tinyPicture, {}, await server.person({ permissions }))).toBe('200')
    // One that is gone makes room for one.
    await server.database.plant(
      `update private_files set removed_at = now() where id = (select min(id::text)::uuid from private_files
        where uploaded_by = $1)`,
      [eager.id],
    )
    expect(await sent(tinyPicture, {}, eager)).toBe('200')
    expect(await sent(tinyPicture, {}, eager)).toBe('429 tooManyRequests')
  })
})

describe('what is kept', () => {
  test('is pixels alone: no place, no camera, no file behind the picture; sealed, mode 0600', async () => {
    const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '13/1 45/1 0/1' } }
    const page = Buffer.from('PK\u0003\u0004<script>evil-payload</script>')
    const given = Buffer.concat([await photo(80, 40).withExif(exif).jpeg().toBuffer(), page])
    expect(given.includes('SecretCamera')).toBe(true)
    const person = await server.person({ permissions, hasStepUp: true })
    const member = await addMember(person)
    const answer = await sendPicture(server, person, member.id, given, { 'content-type': 'image/jpeg' })
    const { data } = (await answer.json()) as { data: { id: string; sha256: string } }
    expect(data).toMatchObject({ width: 80, height: 40 })
    const file = join(server.services.privateDir, uuidOf(data.id))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes(Buffer.from('ffd8ff', 'hex'))).toBe(false)
    const input = { id: member.id, ...wanted(), evidenceId: data.id }
    const { approvalId } = await person.call('members.changeAccount', input, key())
    const bytes = Buffer.from(await (await look(approvalId, person)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.sha256)
    const kept = await sharp(bytes).metadata()
    expect([kept.format, kept.exif, kept.icc, kept.xmp]).toEqual(['jpeg', undefined, undefined, undefined])
    for (const trace of ['SecretCamera', 'Exif', 'evil-payload', 'PK\u0003\u0004'])
      expect(bytes.includes(trace)).toBe(false)
  })

  test('is upright, and no bigger than is read', async () => {
    const tall = await photo(3000, 1500).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { data } = (await (await sendPicture(server, maker, memberId, tall)).json()) as { data: object }
    expect(data).toMatchObject({ width: 1024, height: 2048 })
  })

  test('goes after a day where no request names it, and stays where one does', async () => {
    const { approvalId, evidenceId } = await asked()
    const loose = await uploadEvidence(server, maker, memberId)
    const files = () => readdirSync(server.services.privateDir)
    // Of an upload that may not have committed yet, too.
    const begun = '01900000-0000-7000-8000-000000000001'
    writeFileSync(join(server.services.privateDir, begun), '')
    await clearUnused(server.services)
    expect(files()).toEqual(expect.arrayContaining([uuidOf(loose), uuidOf(evidenceId), begun]))
    const day = `update private_files set created_at = now() - interval '25 hours' where id = any($1)`
    await inDatabase(server.database.adminUrl, 'alter table private_files disable trigger user', [])
    await server.database.plant(day, [[uuidOf(loose), uuidOf(evidenceId)]])
    await inDatabase(server.database.adminUrl, 'alter table private_files enable trigger user', [])
    // Files without a row, of an upload that was undone; and what is not ours.
    const undone = join(server.services.privateDir, '01900000-0000-7000-8000-000000000000')
    for (const path of [undone, join(server.services.privateDir, 'notes.txt')]) writeFileSync(path, '')
    const old = Date.now() / 1000 - 7200
    for (const name of files()) utimesSync(join(server.services.privateDir, name), old, old)
    await clearUnused(server.services)
    expect(files()).not.toContain(uuidOf(loose))
    expect(files()).not.toContain('01900000-0000-7000-8000-000000000000')
    expect(files()).toEqual(expect.arrayContaining([uuidOf(evidenceId), 'notes.txt']))
    expect(await statusOf(look(approvalId, checker))).toBe(200)
    const late = { id: memberId, ...wanted(), evidenceId: loose }
    expect(await codeOf(maker.call('members.changeAccount', late, key()))).toBe('422 invalidValue')
  })
})

describe('a request with a picture', () => {
  test('422 without one, unless the brand’s settings allow it', async () => {
    const { id } = await addMember(maker)
    const without = { id, ...wanted() }
    expect(await codeOf(maker.call('members.changeAccount', without, key()))).toBe('422 requiredField')
    expect((await maker.call('members.accountChange', { id })).needsEvidence).toBe(true)
    await server.set({ accountChangeEvidence: 'optional' })
    expect((await maker.call('members.accountChange', { id })).needsEvidence).toBe(false)
    const { approvalId } = await maker.call('members.changeAccount', without, key())
    await server.set({ accountChangeEvidence: 'required' })
    expect(await checker.call('approvals.get', { id: approvalId })).toMatchObject({ evidenceSha256: null })
    expect(await statusOf(look(approvalId, checker))).toBe(404)
  })

  test('its picture is one’s own, and of this request alone', async () => {
    const { evidenceId } = await asked()
    const { id } = await addMember(maker)
    const take = (by: Person, evidence: string) =>
      codeOf(by.call('members.changeAccount', { id, ...wanted(), evidenceId: evidence }, key()))
    expect(await take(maker, evidenceId)).toBe('409 pictureUsed')
    const anothers = await uploadEvidence(server, checker, id)
    expect(await take(maker, anothers)).toBe('422 invalidValue')
    expect(await take(maker, 'pvf_00000000000000000000000000')).toBe('422 invalidValue')
    expect(await take(checker, anothers)).toBe('ok')
  })

  test('two requests at once with one picture: one has it', async () => {
    const [first, second] = [await addMember(maker), await addMember(maker)]
    const evidenceId = await uploadEvidence(server, maker, first.id)
    const codes = await Promise.all(
      [first, second].map(({ id }) =>
        codeOf(maker.call('members.changeAccount', { id, ...wanted(), evidenceId }, key())),
      ),
    )
    expect(codes.toSorted()).toEqual(['409 pictureUsed', 'ok'])
  })

  test('is seen by its maker and who holds the flags, also once decided, and by no other', async () => {
    const { approvalId, member } = await asked()
    const reader = await server.person({ permissions: { memberManagement: ['isRead'] } })
    const seller = await server.person({ permissions, type: 'seller' })
    // Nor is it seen by the member themselves, whatever they hold as one of the staff.
    const own = await server.person({ permissions: settles, hasStepUp: true })
    await server.database.plant('update employees set phone = $2 where id = $1', [own.id, member.phone])
    for (const stranger of [reader, seller, own])
      expect(await statusOf(look(approvalId, stranger))).toBe(404)
    expect(await statusOf(look(approvalId, maker))).toBe(200)
    const answer = await look(approvalId, checker)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${approvalId}.jpg"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const { evidenceSha256 } = await checker.call('approvals.get', { id: approvalId })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(evidenceSha256)
    await decideAs(checker, approvalId)
    expect(await statusOf(look(approvalId, checker))).toBe(200)
    const { rows } = await server.services.pool.query<{ by: string }>(
      `select actor_name as by from activity_log where action = 'evidenceSeen' and entity_id = $1
          and detail ->> 'approvalId' = $2 order by id`,
      [member.id, approvalId],
    )
    expect(rows.map(({ by }) => by)).toEqual([maker, checker, checker].map(({ username }) => username))
  })

  test('its numbers are whole for who may decide it, while it waits; each look is a reveal', async () => {
    const { approvalId: id, member, account } = await asked()
    const reveal = (by: Person) => by.call('approvals.reveal', { id })
    expect(await checker.call('approvals.get', { id })).toMatchObject({ mayReveal: true })
    expect((await maker.call('approvals.get', { id })).mayReveal).toBe(false)
    const { differences } = await reveal(checker)
    expect(differences).toMatchObject([
      {
        field: 'account',
        before: { accountNo: member.accountNo },
        after: { accountNo: account.accountNo },
      },
    ])
    const reader = await server.person({ permissions: { memberManagement: ['isRead'] } })
    for (const other of [maker, reader]) expect(await codeOf(reveal(other))).toBe('404 notFound')
    const { rows } = await server.services.pool.query(
      `select from activity_log where action = 'revealed' and actor_name = $1 and entity_id = $2
          and detail ->> 'approvalId' = $3`,
      [checker.username, member.id, id],
    )
    expect(rows).toHaveLength(1)
    await decideAs(checker, id)
    expect(await codeOf(reveal(checker))).toBe('404 notFound')
  })

  test('429 after thirty reveals within an hour, of members and requests together', async () => {
    const { approvalId: id } = await asked()
    const curious = await server.person({
      permissions: settles,
      abilities: { revealPii: true },
      hasStepUp: true,
    })
    for (let count = 0; count < 15; count += 1) {
      await curious.call('approvals.reveal', { id })
      await curious.call('members.reveal', { id: memberId, reason: 'compare' })
    }
    expect(await codeOf(curious.call('approvals.reveal', { id }))).toBe('429 tooManyRequests')
  })

  test('altered on the disk it is not shown', async () => {
    const { approvalId, evidenceId } = await asked()
    const other = await uploadEvidence(server, maker, memberId)
    const path = (id: string) => join(server.services.privateDir, uuidOf(id))
    // Nor is one by a name that is not of its bytes.
    const named = { id: uuidOf(evidenceId), sha256: '0'.repeat(64) }
    await expect(openNamed(server.services, named)).rejects.toMatchObject({ code: 'internal' })
    writeFileSync(path(evidenceId), readFileSync(path(other)))
    expect(await statusOf(look(approvalId, checker))).toBe(500)
  })

  test('SQL as the server’s role neither swaps, takes back, alters nor deletes its picture', async () => {
    const { approvalId, evidenceId } = await asked()
    const loose = uuidOf(await uploadEvidence(server, maker, memberId))
    const id = uuidOf(evidenceId)
    const approval = decodeId('approval', approvalId)
    const attach = `update private_files set entity = 'approval', entity_id = $2, attached_at = now()
      where id = $1`
    await expect(asApp(attach, [loose, approval])).rejects.toThrow('fileNotNamed')
    for (const change of [
      'entity = null, entity_id = null, attached_at = null',
      'attached_at = now()',
      'removed_at = now()',
    ])
      await expect(asApp(`update private_files set ${change} where id = $1`, [id])).rejects.toThrow(
        'fileFrozen',
      )
    await expect(
      asApp('update private_files set removed_at = now() where id = $1', [loose]),
    ).rejects.toThrow('fileTooYoung')
    for (const act of [
      `update private_files set sha256 = sha256('x') where id = $1`,
      'update private_files set uploaded_by = uploaded_by where id = $1',
      'delete from private_files where id = $1',
    ])
      await expect(asApp(act, [id])).rejects.toMatchObject({ code: '42501' })
    await expect(
      asApp(
        `update approvals set document = jsonb_set(document, '{evidence,id}', to_jsonb($2::text))
        where id = $1`,
        [approval, loose],
      ),
    ).rejects.toThrow()
  })
})
