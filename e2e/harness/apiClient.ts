/** A response of the API. The body is parsed JSON, or text for any other content type. */
export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Calls the API over HTTP, signed in as one person or anonymous. */
export class ApiClient {
  readonly url: string
  /** `name=value` of the session cookie; empty while signed out. */
  readonly cookie: string

  constructor(url: string, cookie = '') {
    this.url = url
    this.cookie = cookie
  }

  /** Sends a request and returns the response, whatever its status. Only a broken connection throws. */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const reply = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: reply.status,
      headers: reply.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
  }

  /** Sends a request and returns the body. @throws Error `<status>: <body>` unless it succeeds */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** A client with the session that the request starts. @throws Error when it starts none */
  async startSession(path: string, body: unknown): Promise<ApiClient> {
    const answer = await this.call('POST', path, body)
    const cookie = answer.headers
      .getSetCookie()
      .findLast((line) => /^(__Host-)?plumbline=/.test(line))
      ?.split(';')[0]
    if (answer.status >= 400 || !cookie)
      throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return new ApiClient(this.url, cookie)
  }
}
