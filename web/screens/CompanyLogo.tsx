import type { LogoGround } from '@plumbline/contract/settings.ts'
import { cx } from 'class-variance-authority'
import { useCompany } from '../api/company.ts'

const grounds: Readonly<Record<LogoGround, string>> = {
  light: 'bg-logo-light p-1',
  dark: 'bg-logo-dark p-1',
}

/**
 * The company's logo on a background on which it is visible in both themes and on paper; nothing if
 * there is none. `className` sets the maximum size. `alt` is empty beside the company's name.
 */
export function CompanyLogo({ className, alt = '' }: { className: string; alt?: string }) {
  const { logoUrl, logoGround } = useCompany()
  if (!logoUrl) return null
  return (
    <img
      src={logoUrl}
      alt={alt}
      className={cx(
        'rounded-xs object-contain [print-color-adjust:exact]',
        logoGround && grounds[logoGround],
        className,
      )}
    />
  )
}
