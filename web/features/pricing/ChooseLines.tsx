import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { readLine } from './amounts.ts'
import { type Draft, type DraftLine, isEmptyLine } from './draft.ts'
import { columnText, lineName } from './texts.ts'

interface ChooseLinesProps {
  sections: Draft['sections']
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** Whether a line can be chosen, if not all can be. */
  isPossible?: (line: DraftLine) => boolean
}

const all = () => true

/** A choice of lines: single ones, all of a section, or all. */
export function ChooseLines({ sections, chosen, onChange, isPossible = all }: ChooseLinesProps) {
  const possible = sections.map((section) => ({
    ...section,
    lines: section.lines.filter((line) => !isEmptyLine(line) && isPossible(line)),
  }))
  const every = possible.flatMap(({ lines }) => lines)
  const set = (lines: readonly DraftLine[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const { key } of lines) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  return (
    <div>
      <div className="mb-1 flex items-center gap-2">
        <p className="figures flex-1 text-sm text-ink-2">
          {every.filter(({ key }) => chosen.has(key)).length} of {every.length} lines
        </p>
        <Button size="sm" variant="quiet" onClick={() => set(every, true)}>
          All
        </Button>
        <Button size="sm" variant="quiet" onClick={() => set(every, false)}>
          None
        </Button>
      </div>
      {possible
        .filter(({ lines }) => lines.length > 0)
        .map(({ key, title, lines }) => (
          <fieldset key={key} className="border-t border-line py-1.5">
            <legend className="sr-only">{title || 'Section'}</legend>
            <SectionCheckbox
              title={title || 'Section'}
              count={lines.filter((line) => chosen.has(line.key)).length}
              total={lines.length}
              onChange={(isOn) => set(lines, isOn)}
            />
            {lines.map((line) => (
              <Checkbox
                key={line.key}
                className="pl-6"
                checked={chosen.has(line.key)}
                onChange={({ target }) => set([line], target.checked)}
              >
                <span className="wrap-anywhere">{lineName(line)}</span>{' '}
                <span className="figures text-sm text-ink-2">
                  {columnText(readLine(line).amount)}
                </span>
              </Checkbox>
            ))}
          </fieldset>
        ))}
    </div>
  )
}

interface SectionCheckboxProps {
  title: string
  count: number
  total: number
  onChange: (isOn: boolean) => void
}

function SectionCheckbox({ title, count, total, onChange }: SectionCheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < total
  }, [count, total])
  return (
    <Checkbox
      ref={box}
      checked={count === total}
      onChange={({ target }) => onChange(target.checked)}
    >
      <b className="font-medium wrap-anywhere">{title}</b>
    </Checkbox>
  )
}
