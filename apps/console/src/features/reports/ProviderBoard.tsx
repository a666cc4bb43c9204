import { Board } from './Board.tsx'

/** `/website/game-providers`: how it goes with each provider. */
export default function ProviderBoard() {
  return <Board by="provider" />
}
