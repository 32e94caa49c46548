// Asks what every signed-in screen needs first, while the application itself is still on its way; api/call.ts takes the
// answers. The server leaves this out for those who bring no session along.
const asked = [
  '/api/auth/user',
  '/api/settings',
  ...(location.pathname === '/' ? ['/api/dashboard'] : []),
]
window.ahead = new Map(
  asked.map((address) => {
    const answer = fetch(address, { headers: { Accept: 'application/json' } })
    // Whoever takes the answer hears of its failure.
    answer.catch(() => {})
    return [address, answer]
  }),
)
