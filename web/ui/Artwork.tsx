/** The product's mark: a plumb bob on its line. */
export function BobMark({ className = 'h-5.5 w-5' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 20 22" fill="none" className={className}>
      <path d="M10 0v9" className="stroke-ink-2" strokeWidth="1.6" />
      <path d="M5.5 9h9l-1 4.5L10 21l-3.5-7.5z" className="fill-accent" />
    </svg>
  )
}
