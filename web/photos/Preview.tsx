import { cx } from 'class-variance-authority'
import { Image } from 'lucide-react'
import { useState } from 'react'
import type { Upload } from './uploads.ts'

/** What was chosen, as this browser can show it; a symbol for what it cannot, such as HEIC. */
export function Preview({ upload, className }: { upload: Upload; className?: string }) {
  const [isShown, setShown] = useState(true)
  return (
    <span className={cx('relative block overflow-hidden bg-sunken', className)}>
      {isShown ? (
        <img
          src={upload.preview}
          alt=""
          decoding="async"
          onError={() => setShown(false)}
          className="size-full object-cover"
        />
      ) : (
        <Image aria-hidden className="absolute inset-0 m-auto size-6 text-ink-3" />
      )}
    </span>
  )
}
