import { expect } from 'vitest'
import { story } from '../harness/story.ts'

// A story fails when the browser reports a violation of the content security policy. The timeout is
// long because the document is large.
story('the page about the API works in a browser', async ({ anonymous, visit }) => {
  const page = await visit(anonymous, '/api/docs')
  page.setDefaultTimeout(60_000)
  const group = page.locator('.opblock-tag-section', { hasText: 'bids' }).first()
  await group.locator('.opblock-tag').click()
  await group.locator('.opblock').first().waitFor()
  expect(await page.locator('.info .title').textContent()).toContain('Plumbline')
  expect(await page.locator('.opblock-tag-section').count()).toBeGreaterThan(20)
})
