// Runs before the first paint, so that nobody sees the other theme flash by. shell/theme.ts does the rest.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked; the system's colours are used then.
  }
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#11161b')
}
