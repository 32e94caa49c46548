import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** Clicks a button of a toast, which accepts the pointer shortly after it is shown. */
export const clickInToast = (name: string) =>
  waitFor(() => userEvent.click(screen.getByRole('button', { name })))
