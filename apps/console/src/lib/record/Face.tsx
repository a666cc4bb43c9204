import { useKeptPicture, type FacePicture } from '../call/approval-proof.ts'
import { useAllows } from '../person/permissions.ts'
import { initialsOf } from '../words/initials.ts'
import classes from './Face.module.css'

export interface FaceProps {
  /** Which call answers its picture. */
  of: FacePicture
  /** Null: it has none. */
  id: string | null
  name: string
  isLarge?: boolean
}

/** The picture of a game or provider; its initials where there is none, or it may not be seen. */
export function Face({ of, id, name, isLarge = false }: FaceProps) {
  const maySee = useAllows()({ gameManagement: ['isRead'] })
  const address = useKeptPicture(of, maySee ? id : null)
  return (
    // The name stands beside it.
    <span className={classes['face']} data-large={isLarge || undefined} aria-hidden>
      {address === null ? initialsOf(name) : <img src={address} alt="" />}
    </span>
  )
}

/** A name behind its picture. */
export function Faced({ name, ...face }: Omit<FaceProps, 'isLarge'>) {
  return (
    <span className={classes['faced']}>
      <Face name={name} {...face} />
      <span className={classes['name']}>{name}</span>
    </span>
  )
}
