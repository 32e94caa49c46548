export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'
export type Mark =
  | 'dot'
  | 'ring'
  | 'half'
  | 'square'
  | 'diamond'
  | 'cross'
  | 'low'
  | 'medium'
  | 'high'
export type Variant = 'default' | 'secondary' | 'outline' | 'destructive'

/**
 * The style of a status everywhere: badge, calendar, gantt, chart. `tone` names the color tokens.
 */
export interface StatusStyle {
  readonly label: string
  readonly variant: Variant
  readonly tone: Tone
  readonly mark: Mark
}

const style = (variant: Variant, tone: Tone, mark: Mark) => ({ variant, tone, mark })
const other = style('outline', 'neutral', 'ring')

const statuses: Readonly<Record<string, Omit<StatusStyle, 'label'>>> = {
  not_started: other,
  in_progress: style('secondary', 'info', 'half'),
  completed: style('default', 'good', 'dot'),
  on_hold: style('outline', 'warn', 'square'),
  scheduled: style('outline', 'neutral', 'ring'),
  delayed: style('destructive', 'bad', 'diamond'),
  cancelled: style('outline', 'neutral', 'cross'),
  pending: style('outline', 'warn', 'half'),
  approved: style('default', 'good', 'dot'),
  rejected: style('destructive', 'bad', 'cross'),
  follow_up: style('secondary', 'info', 'half'),
  active: style('default', 'good', 'dot'),
  occupied: style('default', 'good', 'dot'),
  vacant: style('secondary', 'warn', 'ring'),
  maintenance: style('destructive', 'bad', 'square'),
}

const priorities: Readonly<Record<string, Omit<StatusStyle, 'label'>>> = {
  low: style('outline', 'neutral', 'low'),
  medium: style('secondary', 'info', 'medium'),
  high: style('default', 'warn', 'high'),
  critical: style('destructive', 'bad', 'diamond'),
}

/** The text color of a tone. */
export const toneText: Readonly<Record<Tone, string>> = {
  neutral: 'text-neutral',
  info: 'text-info',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

/** `in_progress` as `In Progress`. */
export function titleCase(value: string): string {
  return value
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The style of a status; a missing one is `Not Started`, an unknown one is gray. */
export function statusStyle(status: string | null | undefined): StatusStyle {
  const value = status || 'not_started'
  return { label: titleCase(value), ...(statuses[value] ?? other) }
}

/** Statuses as the options of a select. */
export const statusOptions = <const T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: statusStyle(value).label }))

/** Priorities as the options of a select. */
export const priorityOptions = <const T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: priorityStyle(value).label }))

/** The style of a priority; a missing one is `Medium`. */
export function priorityStyle(priority: string | null | undefined): StatusStyle {
  const value = priority || 'medium'
  return { label: titleCase(value), ...(priorities[value] ?? other) }
}
