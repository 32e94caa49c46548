import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'

interface TemplateLinesProps {
  title: string
  /** A hint about the fields. */
  hint?: string
  /** The grid classes that the head and every line share. */
  columns: string
  /** The headings of the columns. */
  names: readonly string[]
  addLabel: string
  onAdd: () => void
  children: ReactNode
}

/** An editable list of a template, shown as a table on wide screens. */
export function TemplateLines(props: TemplateLinesProps) {
  const { title, hint, columns, names, addLabel, onAdd, children } = props
  return (
    <TitledPanel title={title}>
      {hint && <p className="mb-2.5 text-sm text-ink-2">{hint}</p>}
      <div
        aria-hidden
        className={`gap-x-2.5 border-b border-line pb-1.5 text-xs text-ink-3 max-lg:hidden ${columns}`}
      >
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span className="w-8 touch:w-11" />
      </div>
      <ol>{children}</ol>
      <div className="border-t border-line pt-4">
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
      </div>
    </TitledPanel>
  )
}

interface TemplateLineProps {
  kind: 'Entry' | 'Task'
  /** Starts at 1. */
  number: number
  /** The grid classes of its fields. */
  className: string
  /** Classes that place the remove button in the grid. */
  removeClassName: string
  onRemove: () => void
  /** Content below the fields. */
  more?: ReactNode
  children: ReactNode
}

/** One line of an editable list: its fields, and a button that removes it. */
export function TemplateLine(props: TemplateLineProps) {
  const { kind, number, className, removeClassName, onRemove, more, children } = props
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <fieldset className={`items-start gap-2.5 lg:[&_label]:sr-only ${className}`}>
        <legend className="sr-only">
          {kind} {number}
        </legend>
        {children}
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove ${kind.toLowerCase()} ${number}`}
          className={removeClassName}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </fieldset>
      {more}
    </li>
  )
}
