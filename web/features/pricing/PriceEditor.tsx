import type { BidPricing } from '@plumbline/contract/pricing.ts'
import { cx } from 'class-variance-authority'
import { ListPlus, Lock } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { PHONE, useMedia } from '../../ui/useMedia.ts'
import { draftTotals } from './amounts.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { newSection, nextLine } from './changes.ts'
import { linesOf } from './draft.ts'
import { EditorDialogs } from './EditorDialogs.tsx'
import type { EditorDialog, ProposalOf } from './editor.ts'
import { KeysLine } from './KeysLine.tsx'
import { officeClasses, rowClasses } from './layout.ts'
import { PriceAside } from './PriceAside.tsx'
import { PriceFoot } from './PriceFoot.tsx'
import { PriceSettings } from './PriceSettings.tsx'
import { SectionRows } from './SectionRows.tsx'
import { savingProblem } from './texts.ts'
import { useCellFocus, useEditorActions } from './useEditor.ts'
import { useLineKeys } from './useLineKeys.ts'
import { usePriceSession } from './usePriceSession.ts'

interface PriceEditorProps {
  pricing: BidPricing
  isReadOnly: boolean
  proposal: ProposalOf
}

/** Scrolls to an element that can have the focus, and moves the focus there. */
function showFromTop(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

/** The editor of a price: sections of lines, what they come to, and how that is paid. */
export function PriceEditor({ pricing, isReadOnly, proposal }: PriceEditorProps) {
  const { session, draft, state } = usePriceSession(pricing)
  const isPhone = useMedia(PHONE)
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const aside = useRef<HTMLElement>(null)
  const focus = useCellFocus(root)
  const openLine = useCallback((key: string) => setDialog({ kind: 'line', key }), [])
  const { actions, typing } = useEditorActions(session, focus, openLine)
  const keys = useLineKeys(session, focus)

  const saving = {
    isSaved: state.kind === 'saved',
    problem: savingProblem(state),
    save: session.flush,
  }
  const addSection = () => {
    const isFirst = draft.sections.length === 0
    const title = isFirst ? 'Work' : ''
    const section = newSection(title, { lines: [nextLine(draft)] })
    session.change({ type: 'addSections', sections: [section] })
    const [line] = section.lines
    if (isFirst && line) focus(line.key, 'description')
    else focus(section.key, 'title')
    if (isFirst && line && isPhone) openLine(line.key)
  }
  const dialogs = dialog && (
    <EditorDialogs
      dialog={dialog}
      draft={draft}
      bidId={pricing.bidId}
      actions={actions}
      onOpen={setDialog}
      onClose={() => setDialog(null)}
    />
  )
  if (draft.sections.length === 0)
    return (
      <>
        {state.kind === 'conflict' && <ConflictNotice session={session} />}
        <NoLines
          isReadOnly={isReadOnly}
          onAdd={addSection}
          onCopy={() => setDialog({ kind: 'copy' })}
        />
        <div className="mx-auto mt-6 max-w-105">
          {proposal({ version: session.updatedAt, total: null, saving })}
        </div>
        {dialogs}
      </>
    )
  return (
    <div className="-mx-4 flex flex-col [--foot:6rem] sm:-mx-7 sm:-mt-5 max-sm:-mb-24 sm:max-lg:-mb-28">
      {state.kind === 'conflict' && <ConflictNotice session={session} />}
      <div className="min-[90rem]:grid min-[90rem]:flex-1 min-[90rem]:grid-cols-[minmax(0,1fr)_21.75rem]">
        <div
          ref={root}
          {...(isReadOnly ? {} : keys)}
          className="@container/price relative min-w-0 pb-3 min-[90rem]:min-h-[calc(100dvh-17.5rem-var(--view-bar))]"
        >
          <span
            aria-hidden
            className="absolute inset-y-0 right-0 hidden w-63 bg-sunken @min-[52rem]/price:block"
          />
          <div className="relative">
            {!isPhone && <LinesHead />}
            {draft.sections.map((section) => (
              <SectionRows
                key={section.key}
                section={section}
                typing={
                  typing && section.lines.some((one) => one.key === typing.key) ? typing : null
                }
                isPhone={isPhone}
                isReadOnly={isReadOnly}
                actions={actions}
              />
            ))}
            {!isReadOnly && (
              <KeysLine
                hasLines={linesOf(draft).length > 0}
                onSection={addSection}
                onOpen={(kind) => setDialog({ kind })}
              />
            )}
            {isPhone && (
              <div className="px-4 pt-1">
                <PriceSettings
                  draft={draft}
                  isReadOnly={isReadOnly}
                  onOpen={(kind) => setDialog({ kind })}
                />
              </div>
            )}
          </div>
        </div>
        <PriceAside
          ref={aside}
          draft={draft}
          isReadOnly={isReadOnly}
          onOpen={(kind) => setDialog({ kind })}
        >
          {proposal({ version: session.updatedAt, total: draftTotals(draft).total, saving })}
        </PriceAside>
      </div>
      <PriceFoot
        draft={draft}
        state={state}
        isReadOnly={isReadOnly}
        onOpen={isPhone ? undefined : (kind) => setDialog({ kind })}
        onProposal={isPhone ? () => showFromTop(aside.current) : undefined}
        onRetry={session.flush}
      />
      {dialogs}
    </div>
  )
}

/** The names of the columns. */
function LinesHead() {
  return (
    <div
      aria-hidden
      className={cx(
        rowClasses,
        'sticky top-[calc(3.25rem+var(--view-bar))] z-10 h-8 border-b border-line-strong bg-ground text-xs text-ink-2',
      )}
    >
      <span />
      <span>Description</span>
      <span className="text-right">Quantity</span>
      <span>Unit</span>
      <span className="text-right">Price</span>
      <span className="text-right">Amount</span>
      <div className={officeClasses}>
        <span className="flex items-center justify-end gap-1.5">
          <Lock className="size-3" />
          Each
        </span>
        <span>Our cost</span>
        <span>Margin</span>
      </div>
    </div>
  )
}

interface NoLinesProps {
  isReadOnly: boolean
  onAdd: () => void
  onCopy: () => void
}

function NoLines({ isReadOnly, onAdd, onCopy }: NoLinesProps) {
  return (
    <EmptyState
      icon={ListPlus}
      title="No lines yet"
      text="Lines with quantities and prices add up to the amount of the bid, show your margin, and can offer the customer options to choose from."
      action={
        !isReadOnly && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="default" onClick={onAdd}>
              Add lines
            </Button>
            <Button onClick={onCopy}>Copy lines of another bid</Button>
          </div>
        )
      }
    />
  )
}
