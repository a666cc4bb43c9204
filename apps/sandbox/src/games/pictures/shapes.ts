/** Whether a place is within a shape; both from -1 to 1, right and down. */
export type Shape = (x: number, y: number) => boolean

const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) < radius

const any =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))

const without =
  (shape: Shape, ...holes: readonly Shape[]): Shape =>
  (x, y) =>
    shape(x, y) && !holes.some((hole) => hole(x, y))

/** As many arms as said, whose ends are round. */
export const rosette =
  (arms: number, turn: number): Shape =>
  (x, y) =>
    Math.hypot(x, y) < 0.52 + 0.24 * Math.cos(arms * (Math.atan2(y, x) + turn))

const star: Shape = (x, y) => {
  const part = (Math.PI * 2) / 5
  const angle = Math.atan2(x, -y) + Math.PI * 2
  const off = Math.abs((angle % part) - part / 2) / (part / 2)
  return Math.hypot(x, y) < 0.38 + 0.42 * off ** 1.6
}
const gem: Shape = (x, y) =>
  y < -0.25 ? Math.abs(x) < y + 0.95 && y > -0.6 : Math.abs(x) < (0.75 - y) * 0.7
const clover = any(disc(-0.3, 0, 0.32), disc(0.3, 0, 0.32), disc(0, -0.34, 0.32), disc(0, 0.34, 0.32))
const crown: Shape = (x, y) => {
  const toPeak = Math.min(Math.abs(x + 0.62), Math.abs(x), Math.abs(x - 0.62))
  return Math.abs(x) < 0.68 && y < 0.5 && y > -0.55 + toPeak * 2
}
const fish = without(
  any(
    (x, y) => ((x + 0.15) / 0.62) ** 2 + (y / 0.4) ** 2 < 1,
    (x, y) => x > 0.3 && x < 0.82 && Math.abs(y) < (x - 0.22) * 0.85,
  ),
  disc(-0.45, -0.1, 0.08),
)
const chip = without(
  disc(0, 0, 0.78),
  (x, y) => Math.hypot(x, y) > 0.56 && Math.cos(8 * Math.atan2(y, x)) > 0.55,
  without(disc(0, 0, 0.42), disc(0, 0, 0.34)),
)
const heartAt = (x: number, y: number): boolean => {
  const [a, b] = [x * 1.55, -y * 1.55]
  return (a * a + b * b - 1) ** 3 < a * a * b ** 3
}
const spade = any(
  (x, y) => heartAt(x, -y - 0.1),
  (x, y) => y > 0.2 && y < 0.75 && Math.abs(x) < 0.06 + (y - 0.2) * 0.4,
)
const ball = without(disc(0, 0, 0.74), without(disc(0, 0, 0.4), disc(0, 0, 0.3)))
const pad = any(
  (x, y) => Math.abs(x) < 0.25 && Math.abs(y) < 0.7,
  (x, y) => Math.abs(y) < 0.25 && Math.abs(x) < 0.7,
)
const horseshoe = without(
  any(disc(0, -0.05, 0.7), (x, y) => y > 0 && y < 0.7 && Math.abs(x) < 0.7),
  disc(0, -0.05, 0.38),
  (x, y) => y > 0 && Math.abs(x) < 0.38,
)

/** What a game of a type is known by; slots are many, so that theirs differ. */
export const symbols: Readonly<Record<string, readonly Shape[]>> = {
  slot: [star, gem, clover, crown],
  fishing: [fish],
  casino: [chip],
  card: [spade, heartAt],
  sport: [ball],
  lotto: [ball],
  esport: [pad],
  horse: [horseshoe],
}
export const anySymbol: readonly Shape[] = [rosette(6, 0)]

/** What the ground behind it is drawn with. */
export const grounds: readonly Shape[] = [
  (x, y) => (x + y + 4) % 0.5 < 0.25,
  (x, y) => Math.hypot(((x + 4) % 0.4) - 0.2, ((y + 4) % 0.4) - 0.2) < 0.1,
  (x, y) => Math.cos(12 * Math.atan2(y, x)) > 0,
  (x, y) => Math.hypot(x, y) % 0.4 < 0.2,
  (x, y) => (Math.floor((x + 4) / 0.4) + Math.floor((y + 4) / 0.4)) % 2 === 0,
  (x, y) => (y + 0.08 * Math.sin(x * 8) + 4) % 0.36 < 0.18,
]
