import { Board } from './Board.tsx'

/** `/website/game-types`: how it goes with each type of game. */
export default function TypeBoard() {
  return <Board by="type" />
}
