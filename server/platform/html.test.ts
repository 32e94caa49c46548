import { expect, test } from 'vitest'
import { html } from './html.ts'

test('values are escaped, in content and in attributes', () => {
  const evil = `"><script>alert('1')</script>&`
  expect(String(html`<p title="${evil}">${evil}</p>`)).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
  )
})

test('markup stays markup, lists are joined, false and null are left out', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  expect(String(html`<ul>${items}</ul>${false}${null}${undefined}${''}${0}`)).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  )
})
