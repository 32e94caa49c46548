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

/** How a state looks everywhere: badge, calendar, gantt, chart. `tone` names the colour tokens. */
export interface StatusStyle {
  readonly label: string
  readonly variant: Variant
  readonly tone: Tone
  readonly mark: Mark
}

const look = (variant: Variant, tone: Tone, mark: Mark) => ({ variant, tone, mark })
const other = look('outline', 'neutral', 'ring')

const statuses: Readonly<Record<string, Omit<StatusStyle, 'label'>>> = {
  not_started: other,
  in_progress: look('secondary', 'info', 'half'),
  completed: look('default', 'good', 'dot'),
  on_hold: look('outline', 'warn', 'square'),
  scheduled: look('outline', 'neutral', 'ring'),
  delayed: look('destructive', 'bad', 'diamond'),
  cancelled: look('outline', 'neutral', 'cross'),
  pending: look('outline', 'warn', 'half'),
  approved: look('default', 'good', 'dot'),
  rejected: look('destructive', 'bad', 'cross'),
  follow_up: look('secondary', 'info', 'half'),
  active: look('default', 'good', 'dot'),
  occupied: look('default', 'good', 'dot'),
  vacant: look('secondary', 'warn', 'ring'),
  maintenance: look('destructive', 'bad', 'square'),
}

const priorities: Readonly<Record<string, Omit<StatusStyle, 'label'>>> = {
  low: look('outline', 'neutral', 'low'),
  medium: look('secondary', 'info', 'medium'),
  high: look('default', 'warn', 'high'),
  critical: look('destructive', 'bad', 'diamond'),
}

/** `in_progress` as `In Progress`. */
export function titleCase(value: string): string {
  return value
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The look of a status; a missing one is `Not Started`, an unknown one plain. */
export function statusStyle(status: string | null | undefined): StatusStyle {
  const value = status || 'not_started'
  return { label: titleCase(value), ...(statuses[value] ?? other) }
}

/** Statuses as the choices of a select. */
export const statusOptions = <const T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: statusStyle(value).label }))

/** The look of a priority; a missing one is `Medium`. */
export function priorityStyle(priority: string | null | undefined): StatusStyle {
  const value = priority || 'medium'
  return { label: titleCase(value), ...(priorities[value] ?? other) }
}
