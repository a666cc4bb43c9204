import { connect, createServer, type Socket } from 'node:net'

/** A way to the database that can lose its connections as a firewall or a failover does: without a word. */
export interface MuteProxy {
  /** The same address, by way of the proxy. */
  readonly url: string
  /** From now on what was open is swallowed; `all`: what is opened later too. */
  readonly mute: (which: 'open' | 'all') => void
  /** New connections are passed on again; what was muted stays mute. */
  readonly heal: () => void
  readonly stop: () => Promise<void>
}

export async function startMuteProxy(url: string): Promise<MuteProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const muted = new WeakSet<Socket>()
  let isMute = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    keep(near)
    if (isMute) return void near.resume()
    const far = keep(connect(Number(port), hostname))
    near.on('data', (part) => {
      if (!muted.has(near)) far.write(part)
    })
    far.on('data', (part) => {
      if (!muted.has(near)) near.write(part)
    })
    // Who waits is not even told that the other side has gone.
    far.once('close', () => {
      if (!muted.has(near)) near.destroy()
    })
    near.once('close', () => far.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: own.href,
    mute: (which) => {
      isMute = which === 'all'
      for (const socket of sockets) muted.add(socket)
    },
    heal: () => {
      isMute = false
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
