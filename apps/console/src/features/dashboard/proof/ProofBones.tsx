import { Skeleton } from '@mantine/core'
import classes from './Proof.module.css'

/** Heights of what comes, in px. Only the first figure has a note; side by side all are as high as it. */
const figureHeights = [117, 93, 93]
const checksHeight = 455
const pairHeight = 339
const faultsHeight = 209
const askHeight = 130

/** Stands for the proof of the book until it is there, part by part. */
export function ProofBones() {
  return (
    <div className={classes['proof']} aria-busy>
      <div className={classes['figures']}>
        {figureHeights.map((height, at) => (
          <Skeleton key={at} height="auto" mih={height} />
        ))}
      </div>
      <Skeleton height={checksHeight} />
      <div className={classes['pair']}>
        <Skeleton height={pairHeight} />
        <Skeleton height={pairHeight} />
      </div>
      <Skeleton height={faultsHeight} />
      <Skeleton height={askHeight} />
    </div>
  )
}
