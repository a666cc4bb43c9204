import sharp from 'sharp'
import { randomOf, type Random } from '../../random.ts'
import { anySymbol, grounds, rosette, symbols, type Shape } from './shapes.ts'

const side = 160
/** Each dot is looked at in so many places across and down, so that edges are smooth. */
const looks = 2

type Colour = readonly [red: number, green: number, blue: number]

/** Two of the ground, one of the symbol. */
const palettes: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [26, 60, 120],
    [34, 76, 148],
    [255, 214, 102],
  ],
  [
    [110, 28, 52],
    [134, 38, 66],
    [255, 226, 189],
  ],
  [
    [14, 92, 82],
    [20, 112, 100],
    [255, 236, 168],
  ],
  [
    [86, 42, 130],
    [104, 56, 152],
    [255, 204, 226],
  ],
  [
    [150, 74, 14],
    [172, 92, 24],
    [255, 244, 214],
  ],
  [
    [32, 36, 48],
    [48, 54, 70],
    [120, 226, 206],
  ],
  [
    [166, 38, 34],
    [188, 52, 46],
    [255, 232, 150],
  ],
  [
    [18, 104, 140],
    [26, 122, 160],
    [240, 250, 255],
  ],
]

/** The same name gives the same chance. */
function chanceOf(name: string): Random {
  let seed = 2166136261
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619)
  return randomOf(seed)
}

interface Drawing {
  readonly colours: readonly [Colour, Colour, Colour]
  readonly ground: Shape
  readonly symbol: Shape
}

const shade = ([red, green, blue]: Colour): Colour => [red * 0.6, green * 0.6, blue * 0.6]

/** PNG. */
async function draw({ colours: [one, other, bright], ground, symbol }: Drawing): Promise<Buffer> {
  const [shadedOne, shadedOther] = [shade(one), shade(other)]
  const colourAt = (x: number, y: number): Colour => {
    if (symbol(x, y)) return bright
    // Its shadow falls a little below it.
    if (symbol(x - 0.04, y - 0.06)) return ground(x, y) ? shadedOne : shadedOther
    return ground(x, y) ? one : other
  }
  const dots = Buffer.alloc(side * side * 3)
  const step = 2 / side / looks
  for (let dot = 0; dot < side * side; dot += 1) {
    let [red, green, blue] = [0, 0, 0]
    for (let look = 0; look < looks * looks; look += 1) {
      const x = ((dot % side) * looks + (look % looks) + 0.5) * step - 1
      const y = (Math.floor(dot / side) * looks + Math.floor(look / looks) + 0.5) * step - 1
      const colour = colourAt(x, y)
      red += colour[0]
      green += colour[1]
      blue += colour[2]
    }
    dots[dot * 3] = red / looks ** 2
    dots[dot * 3 + 1] = green / looks ** 2
    dots[dot * 3 + 2] = blue / looks ** 2
  }
  return sharp(dots, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** A picture of a game that there is not: a sign of its type on a ground of its own. PNG. */
export async function gamePicture({ code, type }: { code: string; type: string }): Promise<Buffer> {
  const random = chanceOf(code)
  return draw({
    colours: random.pick(palettes),
    ground: random.pick(grounds),
    symbol: random.pick(symbols[type] ?? anySymbol),
  })
}

/** The sign of a provider that there is not. PNG. */
export async function providerLogo({ code }: { code: string }): Promise<Buffer> {
  const random = chanceOf(code)
  const [colour, , bright] = random.pick(palettes)
  const leaves = rosette(random.int(3, 7), random.next())
  return draw({
    colours: [colour, colour, bright],
    ground: () => true,
    symbol: (x, y) => leaves(x, y) && Math.hypot(x, y) > 0.2,
  })
}
