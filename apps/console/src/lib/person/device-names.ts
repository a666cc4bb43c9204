const browsers: readonly (readonly [name: string, version: RegExp])[] = [
  // The first that is named: every later one is also claimed by those before it.
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:\bCriOS|Chrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* .*\bSafari\//],
]
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
const longest = 60

/**
 * What people know a browser by, from its own words (its user agent): `Chrome 131 · Windows`. What names
 * neither browser nor system stands as it says, cut to 60 letters.
 */
export function deviceName(agent: string): string {
  const browser = browsers.flatMap(([name, shape]) => {
    const version = shape.exec(agent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  const parts = [browser, system].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : agent.slice(0, longest)
}
