import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MoreFields } from './MoreFields.tsx'

test('a field whose problem is being fixed stays on screen', async () => {
  const fields = (hasProblem: boolean) => (
    <MoreFields hasProblem={hasProblem}>
      <input aria-label="Phone" />
    </MoreFields>
  )
  const { rerender } = render(fields(false))
  expect(screen.queryByRole('textbox')).toBeNull()
  rerender(fields(true))
  const phone = screen.getByRole('textbox', { name: 'Phone' })
  await userEvent.type(phone, '6')
  rerender(fields(false))
  expect(screen.getByRole('textbox', { name: 'Phone' })).toBe(phone)
  await userEvent.click(screen.getByRole('button', { name: 'More details', expanded: true }))
  expect(screen.queryByRole('textbox')).toBeNull()
})
