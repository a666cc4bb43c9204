import { createHash } from 'node:crypto'
import type Sharp from 'sharp'
import { ApiError } from '../api-error.ts'

/** So many bytes of an uploaded picture are read. */
export const pictureBytesMax = 8 * 1024 * 1024
const sideMax = 10_000
const pixelsMax = 32_000_000
/** A page of a passbook is read well at this size. */
const keptSide = 2048
const decodeSeconds = 10
/** So many uploads wait for their turn; one more is told to come again. */
const waitingMax = 8

/** The library: one picture at a time with one thread, and no decoder but three of the dozens it knows. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: Promise<typeof Sharp> | undefined
/** It comes with the first picture: most servers see none for days. */
const loadSharp = () => (loaded ??= load())

/** A picture as a frozen document names it. */
export interface NamedFile {
  readonly id: string
  readonly sha256: string
}

/** A picture of which nothing but the pixels came from outside: always JPEG. */
export interface CleanPicture {
  readonly bytes: Buffer
  readonly sha256: Buffer
  readonly width: number
  readonly height: number
}
export const cleanType = 'image/jpeg'

type Format = 'jpeg' | 'png' | 'webp'

/** What the first bytes say; the name and the type that the sender gives count for nothing. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'webp' : null
}

/** Whether a PNG has frames: the chunk that says so stands before the first pixels. */
function hasFrames(png: Buffer): boolean {
  for (let at = 8; at + 8 <= png.length;) {
    const name = png.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + png.readUInt32BE(at)
  }
  return false
}

const unreadable = (cause: unknown): never => {
  throw new ApiError('pictureUnreadable', { field: 'picture', cause })
}

/** Judges by the header alone: nothing is unpacked yet. @throws the picture codes */
async function assertDecodable(bytes: Buffer): Promise<void> {
  const format = formatOf(bytes)
  if (format === null) throw new ApiError('pictureTypeRefused', { field: 'picture' })
  // The bound is judged below, so that it has a sentence of its own.
  const sharp = await loadSharp()
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable)
  if (header.format !== format) throw new ApiError('pictureTypeRefused', { field: 'picture' })
  const { width, height } = header
  if (width > sideMax || height > sideMax || width * height > pixelsMax) {
    throw new ApiError('pictureTooManyPixels', { field: 'picture' })
  }
  if ((header.pages ?? 1) > 1 || (format === 'png' && hasFrames(bytes)))
    throw new ApiError('pictureAnimated', { field: 'picture' })
}

/** Unpacks, turns it as the camera was held, makes it no bigger than is read, and packs the pixels anew. */
async function repack(bytes: Buffer, side: number): Promise<CleanPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .timeout({ seconds: decodeSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  const sha256 = createHash('sha256').update(data).digest()
  return { bytes: data, sha256, width: info.width, height: info.height }
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes an uploaded picture harmless: JPEG, PNG or WebP by its content, within bounds that the header shows,
 * unpacked and packed anew, one at a time, outside the event loop and for a limited time. Whatever else the
 * file carried (place, camera, thumbnails, another file behind the pixels) is left behind.
 * @throws pictureTypeRefused, pictureTooManyPixels, pictureAnimated, pictureUnreadable; tooManyRequests
 */
export async function cleanPicture(bytes: Buffer, side = keptSide): Promise<CleanPicture> {
  if (waiting >= waitingMax) throw new ApiError('tooManyRequests', { retryAfterS: 5 })
  waiting += 1
  const turn = last.then(async () => {
    await assertDecodable(bytes)
    return repack(bytes, side)
  })
  last = turn.catch(() => undefined)
  return turn.finally(() => {
    waiting -= 1
  })
}
