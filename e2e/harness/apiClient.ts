/** A response of the API. The body is parsed JSON, or text for other content types. */
export interface ApiResponse<T = unknown> {
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

  /**
   * Sends a request and returns the response, whatever its status. Throws only when the connection
   * breaks.
   */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<T>> {
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

  /**
   * Sends a request and returns the body.
   * @throws Error with the status and the body when the status is 300 or above
   */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /**
   * Sends a request that signs in.
   * @returns a client with the new session
   * @throws Error when the response sets no session cookie
   */
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
