import { useMemo } from 'react'
import { encode } from 'uqr'

/** The white margin around the code, in modules, as the standard requires. */
const QUIET_ZONE = 4

/** A link as a QR code: dark on white in both themes, because cameras expect that. */
export default function QrCode({ link, label }: { link: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(link, { border: QUIET_ZONE })
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: data.length, path: dark.join('') }
  }, [link])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 max-w-full rounded-s border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
