import { expect, it } from 'vitest'
import { readEvents, type LiveEvent } from './event-stream.ts'

it('hears events that are cut anywhere, and passes over heartbeats and rubbish', async () => {
  const text =
    ': hi\n\ndata: {"topic":"deposits","id":"dep_1","version":3}\n\n' +
    'data: {oops\n\ndata: {"topic":"ฝาก","id":"x"}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 7, bytes.length]) {
    const heard: LiveEvent[] = []
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    await readEvents(body, (event) => heard.push(event))
    expect(heard).toEqual([
      { topic: 'deposits', id: 'dep_1', version: 3 },
      { topic: 'ฝาก', id: 'x', version: 0 },
    ])
  }
})
