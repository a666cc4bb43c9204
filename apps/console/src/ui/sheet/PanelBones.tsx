import classes from './PanelBones.module.css'

const lineCount = 8

/** Stands where a drawer opens while its part of the program is on its way: a link opened it, or a press. */
export function PanelBones() {
  return (
    <div className={classes.ground} aria-hidden="true" data-bones>
      <div className={classes.panel}>
        <div className={classes.head}>
          <span className={classes.bone} />
        </div>
        {Array.from({ length: lineCount }, (_, at) => (
          <span key={at} className={classes.bone} />
        ))}
      </div>
    </div>
  )
}
