import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Headings.tsx'

interface TemplateLinesProps {
  title: string
  /** What to know about the fields. */
  hint?: string
  /** The class of the grid, which every line has too. */
  columns: string
  /** What stands over the columns. */
  names: readonly string[]
  addLabel: string
  onAdd: () => void
  children: ReactNode
}

/** A list of a template that can be edited: a table where there is room. */
export function TemplateLines(props: TemplateLinesProps) {
  const { title, hint, columns, names, addLabel, onAdd, children } = props
  return (
    <Section title={title}>
      {hint && <p className="border-b border-line px-4 py-2 text-sm text-ink-2">{hint}</p>}
      <div
        aria-hidden
        className={`gap-x-2.5 border-b border-line px-4 py-1.5 text-xs text-ink-3 max-lg:hidden ${columns}`}
      >
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span className="w-8 touch:w-11" />
      </div>
      <ol>{children}</ol>
      <div className="border-t border-line p-4 first:border-t-0">
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
      </div>
    </Section>
  )
}

interface TemplateLineProps {
  kind: 'Entry' | 'Task'
  /** From 1. */
  number: number
  /** The classes of the grid of its fields. */
  className: string
  /** Where the button that removes it is in the grid. */
  removeClassName: string
  onRemove: () => void
  /** Below the fields. */
  more?: ReactNode
  children: ReactNode
}

/** One line of such a list: its fields, and a button that removes it. */
export function TemplateLine(props: TemplateLineProps) {
  const { kind, number, className, removeClassName, onRemove, more, children } = props
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
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
