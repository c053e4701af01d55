import type {Objects} from './objects.ts';
import {pathOf} from './path.ts';
import {remembered} from './remembered.ts';

type GetReply = Awaited<ReturnType<Objects['get']>>;

/** Reads each object once for all stacks of a run. The answer can be as old as the first request, as with shared lists. */
export function shareGets(get: Objects['get']): Objects['get'] {
  const replies = new Map<string, Promise<GetReply>>();
  return (request) => remembered(replies, pathOf(request), () => get({...request, signal: undefined}));
}
