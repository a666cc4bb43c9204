import { z } from 'zod'
import { defineCalls } from './kit/define.ts'

/**
 * Topic of the event that stands for "something may have been missed": whoever hears it reads anew what it
 * shows. Sent when the server itself could not listen for a while.
 */
export const missedTopic = '*'

export const live = defineCalls({
  events: {
    method: 'GET',
    path: '/api/v2/live',
    requires: 'token',
    scope: 'topics the role may read',
    stream: true,
    summary:
      'An event stream of { topic, id, version, row? }; a deposit or a withdrawal brings its row of the ' +
      'queue to whoever reads the queue of the whole brand, other rows are asked for by normal calls. ' +
      'It begins with what was told in the `sinceMs` before it. ' +
      'The topic * says that some may have been missed.',
    input: z.strictObject({ sinceMs: z.int().min(0).max(86_400_000).optional() }),
    output: z.strictObject({}),
  },
})
