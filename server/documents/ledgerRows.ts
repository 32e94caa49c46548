/** A movement of an account, or its balance on a day: text as it stands on paper. */
export interface LedgerRow {
  readonly day: string
  readonly name: string
  readonly details: string | null
  readonly charge: string
  readonly credit: string
  readonly balance: string
  /** Whether it is what the rows above come to. */
  readonly isSum: boolean
}

/** An account with the names of its columns. */
export interface Ledger {
  readonly columns: Readonly<Record<'day' | 'name' | 'charge' | 'credit' | 'balance', string>>
  readonly rows: readonly LedgerRow[]
  /** The last line of its document. */
  readonly note: string
}
