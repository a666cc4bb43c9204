/**
 * What the live stream says: something of this topic changed. Some events bring their row, as the call that
 * reads rows would answer it; of all others the row comes by that call.
 */
export interface LiveEvent {
  readonly topic: string
  readonly id: string
  readonly version: number
  readonly row?: unknown
}

function readEvent(data: string): LiveEvent | null {
  try {
    const { topic, id, version, row } = JSON.parse(data) as Record<string, unknown>
    if (typeof topic !== 'string') return null
    const event = { topic, id: String(id ?? ''), version: typeof version === 'number' ? version : 0 }
    return row === undefined ? event : { ...event, row }
  } catch {
    return null
  }
}

/**
 * Hears every event of one open stream until it ends. Comments (`: …`, the server's heartbeat) are passed
 * over; `onBeat` is called for whatever comes.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: LiveEvent) => void,
  onBeat: () => void = () => {},
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    onBeat()
    const blocks = `${rest}${value}`.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => line.startsWith('data:'))
      const event = readEvent(lines.map((line) => line.slice(5).trimStart()).join('\n'))
      if (event) onEvent(event)
    }
  }
}
