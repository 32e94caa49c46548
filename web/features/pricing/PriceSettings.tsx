import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { draftTotals } from './amounts.ts'
import { proposalSettingsQuery } from './api.ts'
import type { Draft } from './draft.ts'
import { amountText } from './texts.ts'

interface PriceSettingsProps {
  draft: Draft
  isReadOnly: boolean
  onOpen: (kind: 'discount' | 'tax') => void
}

/** The discount and the tax, which are between the lines and the total. */
export function PriceSettings({ draft, isReadOnly, onOpen }: PriceSettingsProps) {
  const { data: settings } = useQuery(proposalSettingsQuery)
  const { discount, tax } = draftTotals(draft)
  const isTaxed = !['', '0'].includes(draft.taxRate.trim())
  return (
    <div className="flex min-w-0 flex-wrap gap-x-4.5 text-sm text-ink-2">
      <Setting label="Discount" isReadOnly={isReadOnly} onOpen={() => onOpen('discount')}>
        {draft.discountKind === 'none' ? 'none' : amountText(discount)}
      </Setting>
      <Setting
        label={settings?.taxName ?? 'Sales tax'}
        isReadOnly={isReadOnly}
        onOpen={() => onOpen('tax')}
      >
        {isTaxed ? `${draft.taxRate}%, ${amountText(tax)}` : 'none'}
      </Setting>
    </div>
  )
}

interface SettingProps {
  label: string
  isReadOnly: boolean
  onOpen: () => void
  children: ReactNode
}

function Setting({ label, isReadOnly, onOpen, children }: SettingProps) {
  return (
    <button
      type="button"
      disabled={isReadOnly}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group/setting touch:min-h-11"
    >
      {label}{' '}
      <span className="figures text-ink underline decoration-line-strong underline-offset-3 group-disabled/setting:no-underline">
        {children}
      </span>
    </button>
  )
}
