import type { ComponentProps } from 'react'
import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import classes from './Filters.module.css'

interface DateTriggerProps extends Omit<ComponentProps<'button'>, 'color' | 'disabled'> {
  label: string
  text: string
}

/** The button of a date field, before and behind its popover. */
export function DateTrigger({ label, text, ...button }: DateTriggerProps) {
  return (
    <Button
      variant="default"
      size="sm"
      fw={400}
      leftSection={<IconCalendar size={16} aria-hidden />}
      {...button}
      className={classes.dateButton}
      aria-label={`${label}: ${text}`}
    >
      {text}
    </Button>
  )
}
