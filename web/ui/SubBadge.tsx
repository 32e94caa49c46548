const looks = [
  'bg-sub-1-soft text-sub-1',
  'bg-sub-2-soft text-sub-2',
  'bg-sub-3-soft text-sub-3',
  'bg-sub-4-soft text-sub-4',
  'bg-sub-5-soft text-sub-5',
  'bg-sub-6-soft text-sub-6',
] as const

/** One of six colour classes, the same for the same sub everywhere: a hash of the id. */
export function subStyle(id: string): string {
  let hash = 0
  for (const char of id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return looks[hash % looks.length] ?? looks[0]
}

/** A sub by name, in their own colour. */
export function SubBadge({ id, name }: { id: string; name: string }) {
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center rounded-xs px-2 text-xs font-medium ${subStyle(id)}`}
    >
      <span className="truncate">{name}</span>
    </span>
  )
}
