import type { Configuration } from '../configuration.ts'
import type { MemberSite } from '../members.ts'
import { randomOf } from '../random.ts'
import { CombinedServer } from './combined-server.ts'
import { GameServer } from './game-server.ts'
import { GameTable } from './game-table.ts'
import { ProviderServer } from './provider-server.ts'
import { ProviderWords } from './provider-words.ts'
import { RoundRecords, type KeptRecords } from './records/round-records.ts'
import { WalletBook, type KeptWallet } from './wallet/wallet-book.ts'
import { WalletRounds } from './wallet/wallet-rounds.ts'

interface Around {
  readonly site: MemberSite
  readonly say: (text: string) => void
  readonly isPaused: () => boolean
  readonly kept: { readonly wallet?: KeptWallet; readonly rounds?: KeptRecords | undefined }
  readonly changed: () => void
}

type Keys = Pick<Configuration, 'games' | 'combinedGames' | 'walletGames' | 'base' | 'seed' | 'hasEvents'>

/** Every pretend provider that the house has: its game page, its rounds, and what it is asked. */
export function allGames(configuration: Keys, { kept, changed, ...around }: Around) {
  const { games: key, combinedGames: combined, walletGames: wallet, base, seed, hasEvents } = configuration
  const records = new RoundRecords(kept.rounds, changed)
  const words = key && new ProviderWords(key, base, records)
  const book = new WalletBook(kept.wallet, changed)
  const keys = [key, combined, wallet].filter((each) => each !== null)
  const server = new ProviderServer({
    keys,
    records,
    wallet: wallet && { key: wallet, book, isMoody: hasEvents },
    random: randomOf(seed + 5),
  })
  const rounds = hasEvents
    ? [
        words && new GameServer({ ...around, words, random: randomOf(seed + 3) }),
        combined &&
          new CombinedServer({ ...around, key: combined, base, records, random: randomOf(seed + 6) }),
        wallet && new WalletRounds({ ...around, key: wallet, book, random: randomOf(seed + 7) }),
      ].filter((each) => each !== null)
    : []
  return {
    table: words && new GameTable(words, randomOf(seed + 4)),
    /** What outlives a restart. */
    get kept() {
      return { wallet: book.kept, rounds: records.kept }
    },
    start: async (port: number): Promise<void> => {
      await server.start(port)
      for (const each of rounds) each.start()
    },
    stop: async (): Promise<void> => {
      await Promise.all(rounds.map(async (each) => each.stop()))
      await server.stop()
    },
  }
}
