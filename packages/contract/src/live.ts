import { z } from 'zod'
import { defineCalls } from './define.ts'

export const live = defineCalls({
  events: {
    method: 'GET',
    path: '/api/v2/live',
    requires: 'token',
    scope: 'topics the role may read',
    stream: true,
    summary: 'An event stream of { topic, id, version }; rows are asked for by normal calls.',
    input: z.strictObject({}),
    output: z.strictObject({}),
  },
})
