/** The columns that the head, the lines, the sections and the foot share. */
export const rowClasses =
  'grid grid-cols-[18px_minmax(0,1fr)_60px_52px_92px_96px] items-center gap-x-2.5 pl-4 pr-4 sm:pl-7 @min-[52rem]/price:grid-cols-[18px_minmax(0,1fr)_60px_52px_92px_96px_252px] @min-[52rem]/price:pr-0'

/** The columns of the office, on a ground of their own. They never leave the office. */
export const officeClasses =
  'hidden h-full grid-cols-[76px_84px_56px] items-center gap-x-2.5 bg-sunken pl-2 text-right @min-[52rem]/price:grid'

/** A cell that looks like text until it is pointed at or worked in. */
export const cellClasses =
  '-mx-1.5 h-7! w-[calc(100%+0.75rem)] min-w-0 rounded-xs border border-transparent bg-transparent px-1.25! text-inherit! outline-offset-0 hover:not-read-only:border-line focus:bg-surface focus-visible:outline-2 aria-invalid:border-bad touch:h-11! touch:text-md'
