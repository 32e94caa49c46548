import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

interface ToolLineProps {
  children: ReactNode
  /** Whether it is beside other tools, at the end of their row. */
  isAtEnd?: boolean
}

/**
 * Search and filters above a list: a row that wraps where its container has room, and otherwise one
 * line that scrolls sideways, in which a search box is as small as its icon until it is used.
 */
export function ToolLine({ children, isAtEnd = false }: ToolLineProps) {
  return (
    <div
      className={cx(
        '@container no-print',
        isAtEnd ? 'flex-1 basis-105 max-sm:basis-full' : 'mb-2 sm:mb-4',
      )}
    >
      <div className={cx('tool-line', isAtEnd && 'sm:[&>:first-child]:ml-auto!')}>{children}</div>
    </div>
  )
}
